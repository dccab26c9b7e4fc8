"use strict";

const every = (selector, within = document) => [...within.querySelectorAll(selector)];
const collator = new Intl.Collator("en", { numeric: true });

// A table is sorted by its header's buttons: up, down, and as it was.

function key(row, column, numeric) {
  const cell = row.cells[column];
  const text = cell.dataset.v ?? cell.textContent.trim();
  if (!numeric || text === "") return text;
  const number = text.replaceAll(",", "").replace("inf", "Infinity");
  return Number(number);
}

function compared(numeric, sign) {
  return ([a], [b]) => {
    if (a === "" || b === "") return (a === "") - (b === ""); // blanks stay last
    return sign * (numeric ? (a > b) - (a < b) : collator.compare(a, b));
  };
}

function sortable(table) {
  const body = table.tBodies[0];
  const unsorted = [...body.rows];
  const headers = every("th", table);
  headers.forEach((header, column) => {
    header.querySelector("button").addEventListener("click", () => {
      const before = header.getAttribute("aria-sort");
      const next = { ascending: "descending", descending: null }[before];
      const order = before === null ? "ascending" : next;
      headers.forEach((one) => one.removeAttribute("aria-sort"));
      let rows = unsorted;
      if (order) {
        header.setAttribute("aria-sort", order);
        const numeric = "numeric" in header.dataset;
        rows = unsorted
          .map((row) => [key(row, column, numeric), row])
          .sort(compared(numeric, order === "ascending" ? 1 : -1))
          .map(([, row]) => row);
      }
      body.append(...rows);
    });
  });
}

// A row is shown if it has every word of the filter.

function filtered(figure) {
  const input = figure.querySelector(".filter input");
  if (!input) return;
  const rows = every("tbody tr", figure);
  const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, n) => {
      row.hidden = !words.every((word) => texts[n].includes(word));
      shown += !row.hidden;
    });
    const said = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")} rows`;
    figure.querySelector(".filter output").textContent = words.length ? said : "";
  });
}

function expandable(figure) {
  const button = figure.querySelector("button.all");
  button?.addEventListener("click", () => {
    const whole = figure.querySelector(".box").classList.toggle("whole");
    button.setAttribute("aria-expanded", whole);
    button.textContent = whole ? "Show fewer rows" : "Show all rows";
  });
}

every("figure.table").forEach((figure) => {
  sortable(figure.querySelector("table"));
  filtered(figure);
  expandable(figure);
});

// A plot is enlarged in a dialog, which Esc closes.

const zoom = document.getElementById("zoom");
const picture = zoom.querySelector("img");
let natural = 0;

function resize(width) {
  picture.style.width = width;
}

function enlarge(figure) {
  const plot = figure.querySelector("img");
  natural = Number(plot.getAttribute("width"));
  zoom.querySelector("h2").textContent = figure.querySelector("h3").textContent;
  picture.src = plot.src;
  picture.alt = plot.alt;
  resize(`${1.5 * natural}px`);
  zoom.showModal();
  zoom.querySelector(".canvas").scrollTo(0, 0);
}

const zooms = {
  smaller: () => resize(`${picture.clientWidth / 1.25}px`),
  larger: () => resize(`${picture.clientWidth * 1.25}px`),
  fit: () => resize("100%"),
  close: () => zoom.close(),
};
every("[data-zoom]").forEach((button) => button.addEventListener("click", zooms[button.dataset.zoom]));
every("figure.plot").forEach((figure) => {
  figure.querySelector("button").addEventListener("click", () => enlarge(figure));
});
zoom.addEventListener("click", (event) => event.target === zoom && zoom.close());

// The plots at the top are those below, which the file has only once.

every("img[data-as]").forEach((image) => {
  image.src = document.getElementById(image.dataset.as).querySelector("img").src;
});

// The contents are closed where they would cover the page, and say where the reader is.

const contents = document.querySelector("nav details");
const narrow = matchMedia("(max-width: 63.99rem)");
const fold = () => { contents.open = !narrow.matches; };
fold();
narrow.addEventListener("change", fold);
contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && narrow.matches) contents.open = false;
});

function bring(link) { // within the contents; scrollIntoView might move the page too
  const nav = document.querySelector("nav");
  const [inner, outer] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    nav.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}

const links = new Map(every("nav a").map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const link = links.get(target.id);
    if (isIntersecting) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (isIntersecting) bring(link);
  }
}, { rootMargin: "-10% 0px -70% 0px" });
links.forEach((link, id) => seen.observe(document.getElementById(id)));

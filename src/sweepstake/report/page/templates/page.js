// Mark where the reader is, open what a link leads to, and what is folded before printing. Without this all works, too.
const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.hash.slice(1), a]));
const seen = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting
  && links.forEach((a, id) => (id === target.id ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")))), { rootMargin: "-10% 0px -85%" });
links.forEach((_, id) => seen.observe(document.getElementById(id)));
const open = () => { for (let d = document.getElementById(location.hash.slice(1)); d; d = d.parentElement) if (d.matches("details")) d.open = true; };
addEventListener("hashchange", () => { open(); document.getElementById(location.hash.slice(1))?.scrollIntoView(); });
open();
addEventListener("beforeprint", () => document.querySelectorAll(".head details").forEach((d) => { d.open = true; }));

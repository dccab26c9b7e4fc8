"""The report as a reader sees and uses it."""

from itertools import pairwise

import pandas as pd
import pytest

from sweepstake.config.file import read_config
from sweepstake.report.page.contents import contents

EVERY = pytest.mark.parametrize("size", ["narrow", "phone", "tablet", "desk"])
BOTH = pytest.mark.parametrize("size", ["phone", "desk"])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
LEAST_CHART = 280
"""Pixels: less is no chart that anybody can read."""
LEAST_LETTER = 12 - 1e-6
"""Pixels, on every page."""
CONTRAST = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (text) => rgb(text).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement;
    if (!node.data.trim() || at.closest("script, style") || !at.getClientRects().length) continue;
    const style = getComputedStyle(at);
    const ink = light(at.closest("svg") ? style.fill : style.color);
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) found.push([node.data.trim().slice(0, 40), ratio]);
  }
  return found;
}"""


@pytest.fixture(scope="session")
def made(root):
    return contents(read_config(root / "config" / "tiny.yaml"))


def opened(page):
    """The page with all that is folded opened."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


def boxes(page, selector):
    """The boxes of what is visible, each with its text."""
    return page.locator(selector).evaluate_all(
        """all => all.filter(one => one.getClientRects().length).map(one => {
          const {left, top, right, bottom} = one.getBoundingClientRect();
          return [one.textContent, left, top, right, bottom];
        })"""
    )


@BOTH
def test_the_first_screen_has_each_puzzles_question_and_answer(visit, made, size):
    page = visit(size)
    answers = page.locator(".answers li")
    assert answers.count() == len(made.puzzles) == 4
    for puzzle, answer in zip(made.puzzles, answers.all(), strict=True):
        assert puzzle.title in answer.inner_text()
        box = answer.bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        assert answer.locator("strong").inner_text()
        assert answer.locator(".sure").inner_text()
    answers.first.locator("a").click()
    assert page.url.endswith(f"#puzzle-{made.puzzles[0].name}")


@EVERY
def test_nothing_scrolls_sideways_but_tables_and_the_contents(visit, size):
    page = opened(visit(size))
    wide, there = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= there
    for _, left, _, right, _ in boxes(page, "main > section *:not(.scroll *):not(svg *)"):
        assert left >= -1
        assert right <= there + 1


@EVERY
@pytest.mark.parametrize("scripts", [True, False])
def test_every_chart_is_seen_once_and_its_letters_can_be_read(visit, size, scripts):
    page = visit(size, java_script_enabled=scripts)
    charts = page.locator("figure .chart")
    assert charts.count() > 8
    for chart in charts.all():
        assert chart.get_attribute("aria-label")
        [drawn] = [one for one in chart.locator("svg").all() if one.is_visible()]
        box = drawn.bounding_box()
        assert box["width"] >= LEAST_CHART
        letters = drawn.evaluate(
            """svg => { const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return Math.min(...[...svg.querySelectorAll('text')]
              .map(text => scale * parseFloat(getComputedStyle(text).fontSize))); }"""
        )
        assert letters >= LEAST_LETTER


@EVERY
def test_no_two_texts_of_a_chart_touch(visit, size):
    page = visit(size)
    for chart in page.locator("figure .chart").all():
        svg = next(one for one in chart.locator("svg").all() if one.is_visible())
        texts = boxes(svg, "text")
        for place, (text, left, top, right, bottom) in enumerate(texts):
            for other, left2, top2, right2, bottom2 in texts[place + 1 :]:
                apart = right <= left2 + 1 or right2 <= left + 1
                # the box of a text is as high as a line, of which letters take two thirds
                apart |= bottom - 4 <= top2 or bottom2 - 4 <= top
                assert apart, (text, other)


@SCHEMES
@EVERY
def test_every_text_has_the_contrast_that_wcag_asks_for(visit, size, scheme):
    page = opened(visit(size, color_scheme=scheme))
    marked = "tr.usual, .chart"  # with a background of their own
    low = [text for text, _ in page.evaluate(CONTRAST)]
    on_marks = page.locator(marked).all_inner_texts()
    assert not [text for text in low if not any(text in mark for mark in on_marks)]


@EVERY
def test_what_is_folded_opens_by_keyboard(visit, report, size):
    page = visit(size)
    for name in ("How sure is that?", "All numbers", "How often one player wins every battle"):
        summary = page.locator("summary", has_text=name).first
        inside = summary.locator("xpath=..").locator("dl, summary + div, table").first
        assert not inside.is_visible()
        summary.focus()
        page.keyboard.press("Enter")
        assert inside.is_visible()
    found = pd.read_csv(report.parent / "tables" / "findings.csv")
    assert page.locator(".folded .more").count() == len(found)


@BOTH
def test_every_table_has_its_rows_and_the_files_of_all(visit, report, made, size):
    page = opened(visit(size))
    for name, table in made.tables.items():
        details = page.locator(f"#table-{name}")
        assert table.title in details.locator("summary").inner_text()
        about = details.locator(".about").inner_text()
        caption, _, left_out = about.partition(" Made of ")
        assert caption.startswith(" ".join(table.caption.split()))  # and what its methods do
        assert bool(left_out) == (f"all are in data/{name}.parquet" in about)
        assert details.locator("tbody tr").count() <= 12
        assert details.locator(f"a[href='tables/{name}.csv']").count() == 1
        for link in details.locator("a").all():
            assert (report.parent / link.get_attribute("href")).exists()


def test_beside_each_answer_stand_its_command_and_a_link_that_opens_its_table(visit):
    page = visit("desk")
    answers = page.locator(".head")
    assert answers.count() == page.locator(".again code").count() > 4
    for answer in answers.all():
        assert answer.locator(".again code").inner_text().startswith("sweepstake answer ")
        link = answer.locator(".again a")
        table = page.locator(link.get_attribute("href")).locator("table")
        assert not table.is_visible()
        link.click()
        table.wait_for()


def test_the_contents_stay_and_say_where_the_reader_is(visit):
    page = visit("desk")
    link = page.locator("nav").get_by_role("link", name="Flipping cards")
    link.click()
    page.locator("nav a[aria-current]", has_text="Flipping cards").wait_for()
    title = page.locator("#puzzle-guess-title").bounding_box()
    nav = page.locator("nav").bounding_box()
    assert nav["y"] == 0
    assert nav["height"] <= title["y"] < page.viewport_size["height"] / 2


def test_it_prints_with_wide_charts_and_small_pairs_and_without_the_contents(visit):
    page = visit("desk")
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    pairs, alone = (
        page.locator(f"{where} .chart") for where in (".pair", "main > section > figure")
    )
    assert min(pairs.count(), alone.count()) > 1
    for charts, size, hidden in ((alone, "wide", "slim"), (pairs, "slim", "wide")):
        assert all(chart.locator(f".{size}").is_visible() for chart in charts.all())
        assert not any(chart.locator(f".{hidden}").is_visible() for chart in charts.all())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".how").first.is_visible()


def test_ids_are_unique_and_headings_go_down_one_by_one(visit):
    page = visit("desk")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len({*ids})
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => +one.tagName[1])"
    )
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


@EVERY
@SCHEMES
@pytest.mark.parametrize("media", ["screen", "print"])
def test_axe_finds_nothing_to_mend(visit, size, scheme, media):
    page = opened(visit(size, color_scheme=scheme))
    page.emulate_media(media=media)
    check_axe(page)


@BOTH
@SCHEMES
def test_a_page_begins_with_the_checks_that_failed(visit, failed, size, scheme):
    page = visit(size, failed, color_scheme=scheme)
    [(text, _, top, right, bottom)] = boxes(page, ".failed")
    assert "checks have failed: these numbers disagree." in text
    heading, answers = boxes(page, "h1"), boxes(page, ".answers")
    assert heading[0][4] <= top < bottom <= answers[0][2]
    assert right <= page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sure = [text for text, *_ in boxes(page, ".answers .sure")]
    assert sure
    assert all(text.startswith("in doubt: 1 check has failed") for text in sure)
    check_axe(opened(page))


def check_axe(page):
    """Deque's rules of accessibility: names, roles, order of headings, contrast, and others."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="missing: make test-browser"
    )
    response = axe.Axe().run(page).response
    broken = response["violations"]
    assert len(response["passes"]) > 10
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in broken] == []

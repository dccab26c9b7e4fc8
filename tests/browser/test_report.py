"""The report as a reader sees and uses it."""

import pandas as pd
import pytest

from sweepstake.config.file import read_config
from sweepstake.report.contents import contents

BOTH = pytest.mark.parametrize("size", ["desk", "phone"])
LEAST_PLOT = 300
"""Pixels: less is no plot that anybody can read."""


@pytest.fixture(scope="session")
def made(root):
    return contents(read_config(root / "config" / "tiny.yaml"))


def seen(locator):
    """The place and size of what is visible."""
    assert locator.count() == 1
    locator.scroll_into_view_if_needed()
    assert locator.is_visible()
    return locator.bounding_box()


def column(table, number):
    return table.locator(f"tbody td:nth-child({number})").evaluate_all(
        "cells => cells.map(cell => cell.dataset.v ?? cell.textContent.replaceAll(',', ''))"
    )


@BOTH
@pytest.mark.parametrize("scripts", [True, False])
def test_every_table_is_seen_with_its_title_caption_and_rows(visit, report, made, size, scripts):
    page = visit(size, java_script_enabled=scripts)
    own = {f"table-{name}": (table.title, table.caption) for name, table in made.tables.items()}
    others = ["checks-summary", "checks-every", "coverage-table", "runs-sweeps", "runs-versions"]
    for anchor in (*own, *others):
        figure = page.locator(f"#{anchor}")
        box = seen(figure.locator(".box"))
        assert box["width"] > 0.6 * min(page.viewport_size["width"], 1_000)
        rows = figure.locator("tbody tr").count()
        assert box["height"] > 30 + 20 * min(rows, 10)
        assert rows or anchor in own
    for anchor, (title, caption) in own.items():
        figure = page.locator(f"#{anchor}")
        for_people = (report.parent / "tables" / f"{anchor.removeprefix('table-')}.md").read_text()
        rows = [line for line in for_people.splitlines() if line.startswith("| ")]
        assert figure.locator("tbody tr").count() == len(rows) - 2  # the header takes two lines
        assert figure.locator("h3").inner_text() == title
        assert figure.locator("figcaption p").inner_text() == " ".join(caption.split())


@BOTH
@pytest.mark.parametrize("scripts", [True, False])
def test_every_plot_is_seen_and_large_enough(visit, made, size, scripts):
    page = visit(size, java_script_enabled=scripts)
    for name, plot in made.plots.items():
        box = seen(page.locator(f"#plot-{name} img"))
        assert box["width"] >= LEAST_PLOT
        assert box["x"] + box["width"] <= page.viewport_size["width"]
        assert page.locator(f"#plot-{name} img").get_attribute("alt") == f"Plot: {plot.title}"
        if scripts:
            drawn = page.locator(f"#plot-{name} img").evaluate("i => i.complete && i.naturalWidth")
            assert drawn > LEAST_PLOT


@BOTH
def test_the_page_opens_on_figures_and_findings(visit, report, size):
    page = visit(size)
    assert "points are confirmed by another method" in page.locator("header .lead").inner_text()
    assert page.locator("main > *").nth(1).get_attribute("id") == "findings"
    for figure in page.locator(".figures dd").all():
        assert seen(figure)["y"] < page.viewport_size["height"]
    asked = pd.read_csv(report.parent / "tables" / "findings.csv")["left open or wrong"]
    assert page.locator(".finding h4").all_inner_texts() == list(asked)
    assert page.locator(".headlines img").count() == 3
    for image in page.locator(".headlines img").all():
        assert seen(image)["width"] >= LEAST_PLOT - 10
        assert image.evaluate("image => image.naturalWidth") > LEAST_PLOT


@BOTH
def test_the_page_never_scrolls_sideways_and_its_tables_do(visit, size):
    page = visit(size)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    inner = "box => [box.scrollWidth, box.clientWidth]"
    seen(box := page.locator("#table-war_rush .box"))
    scroll, shown = box.evaluate(inner)
    assert scroll > shown


@BOTH
def test_a_table_is_sorted_by_numbers_and_back(visit, size):
    page = visit(size)
    seen(table := page.locator("#table-war_rush table"))
    names = table.locator("th").all_inner_texts()
    number = names.index("once in (games)") + 1
    header = table.locator(f"th:nth-child({number})")
    before = column(table, number)
    values = sorted(float(text) for text in before if text)
    blank = [""] * (len(before) - len(values))
    assert before != [str(value) for value in values]

    header.locator("button").click()
    assert header.get_attribute("aria-sort") == "ascending"
    up = column(table, number)
    assert [float(text) for text in up if text] == values
    assert up[len(values) :] == blank

    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    down = column(table, number)
    assert [float(text) for text in down[: len(values)]] == values[::-1]
    assert down[len(values) :] == blank

    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") is None
    assert column(table, number) == before


@BOTH
def test_the_checks_can_be_filtered(visit, size):
    page = visit(size)
    figure = page.locator("#checks-every")
    figure.get_by_label("Filter rows").fill("guess_win EXACT brute")
    figure.locator("output", has_text=" of ").wait_for()  # the page filters a moment later
    shown = figure.locator("tbody tr:visible").all_inner_texts()
    assert 0 < len(shown) < figure.locator("tbody tr").count()
    assert all("guess_win" in row and "exact" in row and "brute" in row for row in shown)
    assert figure.locator("output").inner_text().startswith(f"{len(shown)} of ")


@BOTH
def test_a_long_table_stands_in_a_box_until_all_of_it_is_asked_for(visit, size):
    page = visit(size)
    figure = page.locator("#table-war_rush")
    assert seen(figure.locator(".box"))["height"] < 600
    figure.get_by_role("button", name="Show all rows").click()
    assert seen(figure.locator(".box"))["height"] >= seen(figure.locator("table"))["height"] > 600
    figure.get_by_role("button", name="Show fewer rows").click()
    assert seen(figure.locator(".box"))["height"] < 600


@BOTH
def test_a_plot_can_be_enlarged_scrolled_and_closed_by_keyboard(visit, size):
    page = visit(size)
    button = page.locator("#plot-war_means button")
    small = seen(page.locator("#plot-war_means img"))["width"]
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    large = dialog.locator("img")
    assert seen(dialog)["height"] > 0.9 * page.viewport_size["height"]
    assert large.bounding_box()["width"] > 1.3 * small
    sideways = "canvas => { canvas.scrollLeft = 50; return canvas.scrollLeft; }"
    assert dialog.locator(".canvas").evaluate(sideways) == 50
    dialog.get_by_role("button", name="Fit").click()
    assert large.bounding_box()["width"] <= seen(dialog)["width"]
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert button.evaluate("button => button === document.activeElement")


def test_a_phone_has_its_contents_folded_and_they_lead_to_a_table(visit):
    page = visit("phone", reduced_motion="reduce")
    link = page.locator("nav").get_by_role("link", name="Deals that never end (table)")
    assert not link.is_visible()
    page.locator("nav summary").click()
    link.click()
    assert not link.is_visible()
    assert page.url.endswith("#table-war_endless")
    title = page.locator("#table-war_endless h3").bounding_box()
    nav = page.locator("nav").bounding_box()
    assert nav["height"] <= title["y"] < page.viewport_size["height"] / 2

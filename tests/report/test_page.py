"""The page of the results: what stands on it, and that a stranger's words are only words."""

import csv
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pandas as pd
import pyarrow as pa
import pytest

from computing import run as computed
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.puzzle.display import Table
from sweepstake.report.contents import contents
from sweepstake.report.coverage import COLUMNS, FIRST
from sweepstake.report.page import checks, rows, runs
from sweepstake.report.page.model import Words
from sweepstake.snakemake import artefacts
from sweepstake.store import parquet

STRANGER = """
import pandas as pd

from sweepstake.core.distribution import event
from sweepstake.puzzle.display import Finding, Panel, Plot, Puzzle, Series, Table
from sweepstake.puzzle.question import Column, Method, Parameter, Question

EVIL = "</title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>"
QUOTE = "\\" onload=\\"alert(1)\\" '"


def table(frames):
    return pd.DataFrame({EVIL: [EVIL, QUOTE], "p": [0.125, 12345.5]})


def panels(frames):
    return [Panel("a", "b", "c", [Series("d", [1, 2], [1, 2])])]


PUZZLE = Puzzle(
    name="evil",
    title=EVIL,
    source=QUOTE,
    questions=(
        Question(
            name="evil_heads",
            text=EVIL,
            parameters=(Parameter("tosses", "tosses of a coin", 1, 9),),
            outcomes=(Column("heads", "bool", "all heads"),),
            methods={
                "exact": Method(lambda tosses: event(1, 2**tosses), "exact"),
                "half": Method(lambda tosses: event(1, 2**tosses), "exact"),
            },
        ),
    ),
    tables=(Table("evil_table", EVIL, QUOTE, ("evil_heads",), table, {"p": ",.1f"}),),
    plots=(Plot("evil_plot", "A plot", QUOTE + EVIL, ("evil_heads",), panels),),
    findings=(Finding(EVIL, QUOTE, "evil_table", lambda rows: True),),
)
"""
CONFIG = """
puzzles: [evil.py]
sweeps:
  evils:
    question: evil_heads
    points: [{grid: {tosses: [1, 2, 3]}, methods: [exact, half]}]
  decks:
    question: war_sweep
    points: [{grid: {ranks: [2, 3], suits: 2}, methods: {exact: , simulate: {trials: 1000}}}]
"""


def run(config, folder):
    """What the workflow does, in one process; the page that it ends in."""
    results, made = folder / "results", contents(config)
    for sweep in spec.sweeps(config).values():
        computed(sweep, results)
    for name in ("tables", "plots", ".page"):
        (results / name).mkdir()
    log = str(folder / "log")
    checked = results / "checks.csv", results / "tables" / "coverage.csv"
    artefacts.check(config, *map(str, checked), log)
    for puzzle in made.puzzles:
        artefacts.show(config, puzzle.name, results, log)
    findings = (results / f"tables/findings.{end}" for end in ("csv", "md"))
    artefacts.report(config, str(results / "report.html"), *map(str, findings), log)
    return (results / "report.html").read_text()


@pytest.fixture(scope="module")
def config(tmp_path_factory, unregistered_after_module):
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "evil.py").write_text(STRANGER)
    (folder / "config.yaml").write_text(CONFIG)
    return read_config(folder / "config.yaml")


@pytest.fixture(scope="module")
def page(config, cluster, tmp_path_factory):
    return run(config, tmp_path_factory.mktemp("page"))


class Read(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, text):
        self.text += text

    def all(self, tag, **wanted):
        return [a for t, a in self.elements if t == tag and wanted.items() <= a.items()]


def test_the_page_has_every_table_and_plot_with_its_words(page, config):
    read, made = Read(page), contents(config)
    assert {f"table-{name}" for name in made.tables} < {a["id"] for a in read.all("figure")}
    assert {f"plot-{name}" for name in made.plots} < {a["id"] for a in read.all("figure")}
    for shown in (*made.tables.values(), *made.plots.values()):
        assert shown.title in read.text
        assert shown.caption in read.text
    plots = [image for image in read.all("img") if image.get("src", "").startswith("data:")]
    assert len(plots) == len(made.plots)
    assert {f"Plot: {plot.title}" for plot in made.plots.values()} == {
        image["alt"] for image in plots
    }
    captions = {caption.get("id") for caption in read.all("figcaption")}
    assert {image["aria-describedby"] for image in plots} <= captions


def test_the_page_opens_on_what_was_computed_checked_and_found(page):
    head = Read(page[: page.index('id="puzzle-evil"', page.index("<main>"))]).text
    [points, chunks, trials] = (
        re.search(rf"{name}\s*([\d,]+)", head)[1] for name in ("points", "chunks", "trials")
    )
    assert (points, chunks, trials) == ("10", "10", "2,000")
    assert "10 of 10 points are confirmed by another method." in head
    assert 'href="#table-evil_table"' in page


def test_a_strangers_words_are_only_words(page):
    read = Read(page)
    assert len(read.all("script")) == 1
    assert not [a for _, a in read.elements if {"onerror", "onload"} & a.keys()]
    assert not read.all("img", src="x")
    assert read.text.count("<script>alert(1)</script>") > 5


def test_nothing_but_the_pages_own_script_may_run_and_nothing_is_loaded(page):
    read = Read(page)
    [policy] = read.all("meta", **{"http-equiv": "Content-Security-Policy"})
    [script] = re.findall(r"<script>(.*?)</script>\n</body>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy["content"]
    assert policy["content"].startswith("default-src 'none'; img-src data:;")
    addresses = [a[key] for _, a in read.elements for key in ("src", "href") if key in a]
    assert not [one for one in addresses if not re.match(r"#|data:|tables/|checks\.csv|runs/", one)]


def test_the_same_results_give_the_same_page_except_for_the_runs(page, config, tmp_path):
    again = run(config, tmp_path)
    runs = re.compile(r'<section id="runs".*?</section>', re.DOTALL)
    assert again != page
    assert runs.sub("", again) == runs.sub("", page)


def test_a_config_with_nothing_to_compare_says_so(cluster, tmp_path):
    block = {"grid": {"coins": [1, 2]}, "methods": ["search"]}
    page = run({"sweeps": {"plans": {"question": "coins_plan", "points": [block]}}}, tmp_path)
    assert "No checks were made" in page
    assert "0 of 2 points are confirmed by another method" in page
    assert "No finding is declared" in page


def written(path, *every):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(every)
    header, *rows = every
    table = pa.Table.from_pylist([dict(zip(header, row, strict=True)) for row in rows])
    parquet.write(table, path.with_suffix(".parquet"), path.parent / ".points")
    return path


def test_checks_that_failed_come_first_and_are_counted(tmp_path):
    header = ["question", "difference", "verdict", "strength"]
    agrees, fails = ["a", "0.0", "agrees", "exact"], ["b", "0.25", "fails", "exact"]
    every, failed, by_question = checks.checks(
        written(tmp_path / "checks.csv", header, agrees, fails, agrees)
    )
    assert [row[0].text for row in every.rows] == ["b", "a", "a"]
    assert (every.total, failed.total) == (3, 1)
    cells = [[cell.text for cell in row] for row in by_question.rows]
    assert cells == [["a", "0", "2"], ["b", "1", "0"]]
    names = [column.name for column in by_question.columns]
    assert names == ["question", "failed", "another exact answer, equal"]


def test_what_is_called_null_or_nan_has_its_name_on_the_page(tmp_path):
    header = ["question", "methods", "difference", "verdict", "strength"]
    row = ["null", "nan", "0.0", "agrees", "exact"]
    every, _, by_question = checks.checks(written(tmp_path / "checks.csv", header, row))
    assert [cell.text for cell in every.rows[0]][:2] == ["null", "nan"]
    assert [cell.text for cell in by_question.rows[0]] == ["null", "1"]
    none = ["null", *["0"] * (len(COLUMNS) - 1), ""]
    file = written(tmp_path / "coverage.csv", [*COLUMNS, FIRST], none)
    assert checks.coverage(file)[2].rows[0][0].text == "null"


WORDS = Words("table-t", "Title", "Caption.", "tables/t.csv")


TABLE = Table("t", "Title", "Caption.", (), lambda frames: frames)


def written_and_read(tmp_path, made, **how):
    rows.write(replace(TABLE, **how), pd.DataFrame(made), tmp_path / "t.json")
    return rows.read(WORDS, tmp_path / "t.json")


def test_a_long_table_is_cut_and_says_how_long_it_is(tmp_path):
    shown = written_and_read(tmp_path, {"n": range(20_000)})
    assert (len(shown.rows), shown.total, shown.filed) == (2_000, 20_000, 20_000)


def test_a_table_made_for_reading_says_how_many_rows_its_file_has(tmp_path):
    shown = written_and_read(tmp_path, {"n": range(9)}, shown=lambda rows: rows[rows["n"] > 6])
    assert [row[0].text for row in shown.rows] == ["7", "8"]
    assert (shown.total, shown.filed) == (2, 9)


def test_an_estimate_stands_with_its_error_and_is_sorted_by_its_value(tmp_path):
    made = {"mean": [293.9427, 1000.0], "error": [0.0213, None]}
    shown = written_and_read(tmp_path, made, errors={"mean": "error"}, formats={"mean": ",.1f"})
    assert shown.columns == (("mean", True, True),)
    assert shown.rows == ((("293.94 ± 0.02", "293.9427"),), (("1,000.0", ""),))


@pytest.mark.parametrize(
    ("values", "spec", "cells", "right", "numeric"),
    [
        (pd.array([10**6, None], "Int64"), ",", [("1,000,000", ""), ("", "")], True, True),
        ([0.123456, 1.0], ".1%", [("12.3%", "0.123456"), ("100.0%", "1.0")], True, True),
        (["0", "0123"], "", [("0", ""), ("0123", "")], False, False),
        (["1/4", "1"], "", [("1/4", "0.25"), ("1", "1.0")], False, True),
        ([f"{10**400}", None], "", [("1" + "0" * 36 + " ...", "inf"), ("", "")], False, True),
        ([True, False], "", [("yes", ""), ("no", "")], False, False),
        (["7" * 50 + "x"], "", [("7" * 37 + " ...", "")], False, False),
        (["HT " * 30], "", [("HT " * 30, "")], False, False),
    ],
)
def test_a_column_is_shown_and_sorted_as_what_it_holds(
    tmp_path, values, spec, cells, right, numeric
):
    shown = written_and_read(tmp_path, {"c": values}, formats={"c": spec})
    assert [tuple(row[0]) for row in shown.rows] == cells
    assert shown.columns == (("c", right, numeric),)


def test_a_chunk_that_two_sweeps_share_is_counted_once():
    def chunks(suits, worker):
        texts = {"method": "exact", "worker": worker, "started": "2026-03-04T05:06:07.8+00:00"}
        size = len(suits)
        numbers = {"ranks": [2] * size, "suits": suits, "chunk": [0] * size, "trials": [0] * size}
        shared = {name: pa.array([text] * size).dictionary_encode() for name, text in texts.items()}
        versions = pa.array(['{"python": "3.11"}'] * size).dictionary_encode()
        return pa.table({**numbers, **shared, "seconds": [1.0] * size, "versions": versions})

    by_sweep = {"a": chunks([2, 3], "host/1"), "b": chunks([3, 4], "host/2")}
    once = runs.once({"war_sweep": ["a", "b"]}, by_sweep)
    assert runs.computed(once) == (
        "3 chunks took 3 s of one core, on 2 workers of 1 host; the first task started at "
        "2026-03-04 05:06:07 and the last at 2026-03-04 05:06:07 (UTC)."
    )
    assert [row[1].text for row in runs.by_sweep(by_sweep).rows] == ["2", "2"]
    assert [cell.text for cell in runs.versions(once).rows[0]] == ["python", "3.11"]

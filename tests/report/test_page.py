"""The page of the results: what stands on it, and that a stranger's words are only words."""

import csv
import json
import re
import shutil
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
from sweepstake.report.page import page as pages
from sweepstake.report.page.written import html
from sweepstake.snakemake import artefacts
from sweepstake.store import parquet

STRANGER = """
import pandas as pd

from sweepstake.core.distribution import event
from sweepstake.puzzle import Finding, Panel, Plot, Puzzle, Series, Table
from sweepstake.puzzle import Column, Method, Parameter, Question

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
    results, asked = folder / "results", contents(config)
    for sweep in spec.sweeps(config).values():
        computed(sweep, results)
    for name in ("tables", "plots", ".page"):
        (results / name).mkdir()
    log = str(folder / "log")
    checked = results / "checks.csv", results / "tables" / "coverage.csv"
    artefacts.check(config, *map(str, checked), log)
    for puzzle in asked.puzzles:
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
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def page(config, folder):
    return run(config, folder)


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


def test_the_page_has_every_table_and_the_charts_of_each_answer(page, config):
    read, asked = Read(page), contents(config)
    ids = [a["id"] for _, a in read.elements if "id" in a]
    assert len(ids) == len({*ids})
    assert {f"table-{name}" for name in asked.tables} < {*ids}
    for shown in asked.tables.values():
        assert shown.title in read.text
        assert shown.caption in read.text
    charts = [a["id"] for a in read.all("figure")]
    assert charts == ["chart-evil_plot-1", "chart-war_sweep-1", "chart-war_sweep-2"]
    assert len(read.all("svg")) == 2 * len(charts)
    assert all(a["aria-label"] for a in read.all("div", role="img"))
    for plot in asked.plots:
        assert read.all("a", href=f"plots/{plot}.svg")


def test_the_page_opens_on_questions_answers_and_how_sure_they_are(page):
    head = " ".join(Read(page[: page.index("<main")]).text.split())
    assert "Two puzzles, answered" in head
    assert "(3 × 2 cards) 6.7% of games (1/15) exact; a sample agrees" in head
    assert "From 50% to 12%" in head  # as tosses go from 1 to 3
    assert "All 5 answers of this run are confirmed by another method." in head
    assert "15 comparisons, none failed" in head
    run = " ".join(Read(page[page.index('<section id="run"') :]).text.split())
    assert re.search("answers5 questions2 simulated trials2,000 of computing, on one core", run)


def test_nothing_but_the_pages_own_script_may_run_and_nothing_is_loaded(page):
    read = Read(page)
    [policy] = read.all("meta", **{"http-equiv": "Content-Security-Policy"})
    [script] = re.findall(r"<script>(.*?)</script>\n</body>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy["content"]
    assert policy["content"].startswith("default-src 'none'; img-src data:;")
    addresses = [a[key] for _, a in read.elements for key in ("src", "href") if key in a]
    beside = r"(tables|data|plots|runs)/[a-z_./]+$|checks\.csv$"
    assert not [one for one in addresses if not re.match(rf"#|data:,$|{beside}", one)]


def test_the_same_results_give_the_same_page_except_for_the_runs(page, config, tmp_path):
    again = run(config, tmp_path)
    runs = re.compile(r'<section id="run".*?</section>', re.DOTALL)
    assert runs.sub("", again) == runs.sub("", page)


def test_charts_and_rows_beyond_the_room_of_the_page_are_left_out_and_said(
    page, config, folder, monkeypatch
):
    def with_room(room):
        monkeypatch.setattr(pages, "MOST_BYTES", room)
        return Read(html(pages.page(contents(config), folder / "results")))

    full, none = with_room(pages.MOST_BYTES), with_room(0)
    assert full.text == Read(page).text
    assert full.all("svg")
    assert not none.all("svg")
    tables = len(contents(config).tables)
    assert none.text.count("0 of ") - full.text.count("0 of ") == tables
    assert len(none.all("td")) < len(full.all("td"))


def test_a_config_with_nothing_to_compare_says_so(tmp_path):
    block = {"grid": {"coins": [1, 2]}, "methods": ["search"]}
    page = run({"sweeps": {"plans": {"question": "coins_plan", "points": [block]}}}, tmp_path)
    assert "0 of 2 answers of this run are confirmed by another method. Nothing could be" in page
    assert "not confirmed" in page


def written(path, *every):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(every)
    header, *rows = every
    table = pa.Table.from_pylist([dict(zip(header, row, strict=True)) for row in rows])
    parquet.write(table, path.with_suffix(".parquet"), path.parent / ".points")
    return path


def test_a_failed_check_is_the_first_on_the_page(page, config, folder, tmp_path):
    results = shutil.copytree(folder / "results", tmp_path / "results")
    with (results / "checks.csv").open() as file:
        header, *others = csv.reader(file)
    pairs = zip(header, others[0], strict=True)
    fails = [{"verdict": "fails"}.get(name, cell) for name, cell in pairs]
    written(results / "checks.csv", header, fails, *others[1:])
    findings = (str(results / f"tables/findings.{end}") for end in ("csv", "md"))
    output = results / "report.html"
    artefacts.report(config, str(output), *findings, str(tmp_path / "log"))
    head = " ".join(Read(output.read_text().split("<main")[0]).text.split())
    assert "Two puzzles, answered 1 check has failed: these numbers disagree." in head
    assert "Of 15 comparisons, 1 failed." in head


def test_what_is_called_null_has_its_name_on_the_page(tmp_path):
    header = ["question", "methods", "difference", "verdict", "strength"]
    row = ["null", "nan", "0.0", "fails", "exact"]
    failed = checks.failed(written(tmp_path / "checks.csv", header, row), 1)
    assert failed["rows"][0][:2] == ["null", "nan"]
    none = ["null", *["0"] * (len(COLUMNS) - 1), ""]
    file = written(tmp_path / "coverage.csv", [*COLUMNS, FIRST], none)
    assert checks.coverage(file)[2]["rows"][0][0] == "null"


TABLE = Table("t", "Title", "Caption.", (), lambda frames: frames)


def written_and_read(tmp_path, frame, **how):
    rows.write(replace(TABLE, **how), pd.DataFrame(frame), tmp_path / "t.json")
    return json.loads((tmp_path / "t.json").read_text())


def test_a_long_table_is_cut_and_says_how_long_it_is(tmp_path):
    shown = written_and_read(tmp_path, {"n": range(20_000)})
    assert (len(shown["rows"]), shown["total"], shown["usual"]) == (12, 20_000, 0)


def test_the_rows_of_the_usual_parameters_come_first_then_the_nearest(tmp_path):
    decks = [(ranks, suits) for ranks in range(2, 15) for suits in (2, 4)]
    frame = pd.DataFrame(decks, columns=["ranks", "suits"])
    shown = written_and_read(tmp_path, frame, questions=("war_sweep",))
    assert [*map("x".join, shown["rows"])][:5] == ["13x4", "12x4", "14x4", "11x4", "10x4"]
    assert (len(shown["rows"]), shown["total"], shown["usual"]) == (12, 26, 1)


def test_an_estimate_stands_with_half_of_its_interval(tmp_path):
    frame = {"mean": [293.9427, 1000.0, 1.5], "error": [0.0213, None, 0.0]}
    shown = written_and_read(tmp_path, frame, errors={"mean": "error"}, formats={"mean": ",.1f"})
    assert shown["columns"] == [["mean", True]]
    assert shown["rows"] == [["293.943 ± 0.042"], ["1,000.0"], ["1.5"]]
    assert shown["more"] == "± is half of a 95% interval."


def test_a_caption_says_what_the_methods_in_the_table_do(tmp_path):
    frame = {"computed by": ["brute, simulate, strange", None]}
    shown = written_and_read(tmp_path, frame, questions=("war_sweep",))
    assert shown["more"] == "Methods: brute (every deal, card by card); simulate (random deals)."


@pytest.mark.parametrize(
    ("values", "spec", "cells", "right"),
    [
        (pd.array([10**6, None], "Int64"), ",", ["1,000,000", ""], True),
        ([0.123456, 1.0], ".1%", ["12.3%", "100.0%"], True),
        (["0", "0123"], "", ["0", "0123"], False),
        (["1/4", "1"], "", ["1/4", "1"], False),
        ([f"{10**400}", None], "", ["1" + "0" * 36 + " ...", ""], False),
        ([True, False], "", ["yes", "no"], False),
        (["HT " * 30], "", ["HT " * 30], False),
    ],
)
def test_a_column_is_shown_as_what_it_holds(tmp_path, values, spec, cells, right):
    shown = written_and_read(tmp_path, {"c": values}, formats={"c": spec})
    assert [row[0] for row in shown["rows"]] == cells
    assert shown["columns"] == [["c", right]]


def test_a_chunk_that_two_sweeps_share_is_counted_once(monkeypatch):
    def chunks(suits, worker):
        texts = {"method": "exact", "worker": worker, "started": "2026-03-04T05:06:07.8+00:00"}
        size = len(suits)
        numbers = {"ranks": [2] * size, "suits": suits, "chunk": [0] * size, "trials": [0] * size}
        shared = {name: pa.array([text] * size).dictionary_encode() for name, text in texts.items()}
        versions = pa.array(['{"python": "3.11"}'] * size).dictionary_encode()
        return pa.table({**numbers, **shared, "seconds": [1.0] * size, "versions": versions})

    by_sweep = {"a": chunks([2, 3], "host/1"), "b": chunks([3, 4], "host/2")}
    monkeypatch.setattr(runs.tables, "runs", lambda _, name, columns: by_sweep[name])
    once = runs.chunks({"war_sweep": ["a", "b"]}, None)
    assert runs.total(once, "seconds") == 3.0
    assert runs.versions(once)["rows"] == [["python", "3.11"]]

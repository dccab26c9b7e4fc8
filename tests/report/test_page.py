"""The page of the results: what stands on it, and that nothing else is loaded or run."""

import csv
import json
import re
import shutil
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pandas as pd
import pyarrow as pa
import pytest

from computing import run as computed
from computing import show
from pages import Page
from running import ROOT
from sweepstake.config import spec
from sweepstake.puzzle.display import Table
from sweepstake.report.check.coverage import COLUMNS, HEADER
from sweepstake.report.page import page as checks
from sweepstake.report.page import page as pages
from sweepstake.report.page import page as rows
from sweepstake.report.page import page as runs
from sweepstake.report.page.contents import contents
from sweepstake.report.page.page import html
from sweepstake.snakemake import steps
from sweepstake.store import parquet

CONFIG = {
    "puzzles": [str(ROOT / "examples" / "ruin.py")],
    "sweeps": {
        "stakes": {
            "question": "ruin_reached",
            "points": [{"grid": {"stake": [1, 2, 3], "goal": 4, "p": "1/2"},
                        "methods": ["formula", "states"]}],
        },
        "decks": {
            "question": "toy_won",
            "points": [
                {"grid": {"coins": [2, 3], "sides": 2},
                 "methods": {"exact": None, "simulate": {"trials": 1000}}},
            ],
        },
    },
}  # fmt: skip


def run(config, folder):
    """What the workflow does, in one process; the page that it ends in."""
    results = folder / "results"
    for sweep in spec.sweeps(config).values():
        computed(sweep, results)
    show(config, results)
    return (results / "report.html").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def page(folder, unregistered_after_module):
    return run(CONFIG, folder)


def test_the_page_has_every_table_and_the_charts_of_each_answer(page):
    read, asked = Page(page), contents(CONFIG)
    ids = [a["id"] for _, a in read.elements if "id" in a]
    assert len(ids) == len({*ids})
    assert {f"table-{name}" for name in asked.tables} < {*ids}
    for shown in asked.tables.values():
        assert shown.title in read.text
        assert shown.caption in read.text
    charts = [a["id"] for a in read.all("figure")]
    assert charts == ["chart-ruin_reached-1", "chart-toy_won-1"]
    assert len(read.all("svg")) == 2 * len(charts)
    assert all(a["aria-label"] for a in read.all("div", role="img"))
    for plot in asked.plots:
        assert read.all("a", href=f"plots/{plot}.svg")


def test_the_page_opens_on_questions_answers_and_how_sure_they_are(page):
    head = " ".join(Page(page[: page.index("<main")]).text.split())
    assert "Two puzzles, answered" in head
    assert "(3 coins, 2 sides) 6.2% of games (1/16) exact; a sample agrees" in head
    assert "75% of the time (3/4)" in head  # of the last stake: the chart has the others
    assert "All 5 answers of this run are confirmed by another method, each to " in head
    assert "5 comparisons, none failed" in head
    run = " ".join(Page(page[page.index('<section id="run"') :]).text.split())
    assert re.search("answers5 questions2 simulated trials2,000 of computing, on one core", run)


def test_nothing_but_the_pages_own_script_may_run_and_nothing_is_loaded(page):
    read = Page(page)
    [policy] = read.all("meta", **{"http-equiv": "Content-Security-Policy"})
    [script] = re.findall(r"<script>(.*?)</script>\n</body>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy["content"]
    assert policy["content"].startswith("default-src 'none'; img-src data:;")
    addresses = [a[key] for _, a in read.elements for key in ("src", "href") if key in a]
    beside = r"(tables|data|plots|runs)/[a-z_./]+$|checks\.csv$"
    assert not [one for one in addresses if not re.match(rf"#|data:,$|{beside}", one)]


def test_the_same_results_give_the_same_page_except_for_the_runs(page, tmp_path):
    again = run(CONFIG, tmp_path)
    runs = re.compile(r'<section id="run".*?</section>', re.DOTALL)
    assert runs.sub("", again) == runs.sub("", page)


def test_charts_and_rows_beyond_the_room_of_the_page_are_left_out_and_said(
    page, folder, monkeypatch
):
    def with_room(room):
        monkeypatch.setattr(pages, "MOST_BYTES", room)
        return Page(html(pages.page(contents(CONFIG), folder / "results")))

    full, none = with_room(pages.MOST_BYTES), with_room(0)
    assert full.text == Page(page).text
    assert full.all("svg")
    assert not none.all("svg")
    tables = len(contents(CONFIG).tables)
    assert none.text.count("0 of ") - full.text.count("0 of ") == tables
    assert len(none.all("td")) < len(full.all("td"))


def test_a_config_with_nothing_to_compare_says_so(tmp_path):
    block = {"grid": {"coins": [1, 2]}, "methods": ["search"]}
    page = run({"sweeps": {"plans": {"question": "coins_plan", "points": [block]}}}, tmp_path)
    assert "2 answers of this run are not compared with another method. Nothing could be" in page
    assert "not confirmed" in page


def written(path, *every):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(every)
    header, *rows = every
    table = pa.Table.from_pylist([dict(zip(header, row, strict=True)) for row in rows])
    parquet.write(table, path.with_suffix(".parquet"), path.parent / ".points")
    return path


def test_a_failed_check_is_the_first_on_the_page(page, folder, tmp_path):
    results = shutil.copytree(folder / "results", tmp_path / "results")
    with (results / "checks.csv").open() as file:
        header, *others = csv.reader(file)
    pairs = zip(header, others[0], strict=True)
    fails = [{"verdict": "fails"}.get(name, cell) for name, cell in pairs]
    written(results / "checks.csv", header, fails, *others[1:])
    findings = (str(results / f"tables/findings.{end}") for end in ("csv", "md"))
    output = results / "report.html"
    steps.report(CONFIG, str(output), *findings)
    head = " ".join(Page(output.read_text().split("<main")[0]).text.split())
    assert "Two puzzles, answered 1 check has failed: these numbers disagree." in head
    assert "Of 6 comparisons, 1 failed." in head


def test_what_is_called_null_has_its_name_on_the_page(tmp_path):
    header = ["question", "methods", "difference", "verdict", "strength"]
    row = ["null", "nan", "0.0", "fails", "exact"]
    failed = checks.failed_rows(written(tmp_path / "checks.csv", header, row), 1)
    assert failed["rows"][0][:2] == ["null", "nan"]
    none = ["null", *["0"] * (len(COLUMNS) + 1), "", ""]
    file = written(tmp_path / "coverage.csv", HEADER, none)
    assert checks.coverage(file)[2]["rows"][0][0] == "null"


TABLE = Table("t", "Title", "Caption.", (), lambda frames: frames)


def written_and_read(tmp_path, frame, **how):
    rows.write(replace(TABLE, **how), pd.DataFrame(frame), tmp_path / "t.json")
    return json.loads((tmp_path / "t.json").read_text())


def test_a_long_table_is_cut_and_says_how_long_it_is(tmp_path):
    shown = written_and_read(tmp_path, {"n": range(20_000)})
    assert (len(shown["rows"]), shown["total"], shown["usual"]) == (12, 20_000, 0)


def test_the_rows_of_the_usual_parameters_come_first_then_the_nearest(tmp_path):
    decks = [(coins, sides) for coins in range(2, 15) for sides in (2, 4)]
    frame = pd.DataFrame(decks, columns=["coins", "sides"])
    shown = written_and_read(tmp_path, frame, questions=("toy_won",))
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
    shown = written_and_read(tmp_path, frame, questions=("toy_won",))
    assert shown["more"] == "Methods: brute (every case); simulate (tosses)."


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
    def chunks(sides, worker):
        texts = {"method": "exact", "worker": worker, "started": "2026-03-04T05:06:07.8+00:00"}
        size = len(sides)
        numbers = {"coins": [2] * size, "sides": sides, "chunk": [0] * size, "trials": [0] * size}
        shared = {name: pa.array([text] * size).dictionary_encode() for name, text in texts.items()}
        versions = pa.array(['{"python": "3.11"}'] * size).dictionary_encode()
        return pa.table({**numbers, **shared, "seconds": [1.0] * size, "versions": versions})

    by_sweep = {"a": chunks([2, 3], "host/1"), "b": chunks([3, 4], "host/2")}
    monkeypatch.setattr(runs, "stored_runs", lambda _, name, columns: by_sweep[name])
    once = runs.chunk_rows({"toy_won": ["a", "b"]}, None)
    assert runs.total(once, "seconds") == 3.0
    assert runs.versions(once)["rows"] == [["python", "3.11"]]

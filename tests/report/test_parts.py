from dataclasses import replace

import pandas as pd
import pytest

from computing import run as computed
from sweepstake.config import spec
from sweepstake.puzzle import Table, register
from sweepstake.report.charts import figure
from sweepstake.report.defaults import chosen
from sweepstake.report.defaults.plot import plot as default_plot
from sweepstake.report.defaults.plot import table as default_table
from sweepstake.report.page import items
from sweepstake.report.page.contents import contents
from sweepstake.report.page.declared import completed
from sweepstake.report.tables import printed
from sweepstake.snakemake import steps
from sweepstake.store import parquet

BY_POINT = [
    completed(table)
    for puzzle in register.puzzles().values()
    for table in puzzle.tables
    if table.columns and not table.kept
]
DECK = {"coins": 2, "sides": 2}
MOST_PARTS = 8


def simulated(trials):
    block = {"list": [DECK], "methods": {"simulate": {"trials": trials}}}
    return {"question": "toy_won", "points": [block]}


def every_small_point(question):
    how = {name: {"trials": 500} if m.draws else {} for name, m in question.methods.items()}
    able = [(params, {n: how[n] for n in question.able(params)}) for params in question.small]
    blocks = [{"list": [params], "methods": methods} for params, methods in able]
    return {"question": question.name, "points": blocks}


def run(config, folder):
    for sweep in spec.sweeps(config).values():
        computed(sweep, folder)
    return contents(config)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Every question's small points, and the folder where they are stored."""
    asked = {name: every_small_point(question) for name, question in register.questions().items()}
    folder = tmp_path_factory.mktemp("results")
    return run({"sweeps": asked}, folder), folder


@pytest.mark.parametrize("table", BY_POINT, ids=lambda table: table.name)
def test_a_table_of_columns_has_the_same_rows_made_of_some_points_at_a_time(
    stored, table, monkeypatch
):
    shown, folder = stored
    [name] = table.questions
    (at_once,) = items.Parts(table, shown.by_question, folder)
    monkeypatch.setattr(items, "PART", len(at_once[name]) // MOST_PARTS)
    some = [table.make(frames) for frames in items.Parts(table, shown.by_question, folder)]
    assert len(some) > 1
    joined = pd.concat([one for one in some if len(one)], ignore_index=True)
    keys = [*register.question(name).parameter, *["method"] * table.by_method]
    parted, whole = (
        rows.sort_values([key for key in keys if key in rows], ignore_index=True)
        for rows in (joined, table.make(at_once))
    )
    pd.testing.assert_frame_equal(parted, whole, check_dtype=False)


ARTEFACTS = [
    completed(artefact)
    for puzzle in register.puzzles().values()
    for artefact in (*puzzle.tables, *puzzle.plots)
]
WITH_KEPT = [artefact for artefact in ARTEFACTS if artefact.kept]
ALONE = [artefact for artefact in ARTEFACTS if len(artefact.questions) == 1]


def drawn(panels):
    return [
        (panel.title, [(line.label, [*line.x], [*line.y]) for line in panel.series])
        for panel in panels
    ]


@pytest.mark.parametrize("artefact", WITH_KEPT, ids=lambda one: f"{type(one).__name__} {one.name}")
def test_what_is_kept_is_enough(stored, artefact, monkeypatch):
    shown, folder = stored
    everything = replace(artefact, kept=None)
    (whole,) = items.Parts(everything, shown.by_question, folder)
    monkeypatch.setattr(items, "PART", 1)
    (kept,) = items.Parts(artefact, shown.by_question, folder)
    assert sum(map(len, kept.values())) < sum(map(len, whole.values()))
    one, other = artefact.make(kept), artefact.make(whole)
    if isinstance(one, pd.DataFrame):
        pd.testing.assert_frame_equal(one, other, check_dtype=False)
    else:
        assert drawn(one) == drawn(other)


@pytest.mark.parametrize("name", register.questions())
def test_where_all_is_few_every_row_is_chosen(stored, name, monkeypatch):
    shown, folder = stored
    question = register.question(name)
    every, drawn = (
        items.Parts(make(question), shown.by_question, folder)
        for make in (default_table, default_plot)
    )
    monkeypatch.setattr(chosen, "ALL", 0)
    for all_rows, make in ((every, default_table), (drawn, default_plot)):
        (whole,), (some,) = all_rows, items.Parts(make(question), shown.by_question, folder)
        pd.testing.assert_frame_equal(some[name], whole[name])


@pytest.mark.parametrize("artefact", ALONE, ids=lambda one: f"{type(one).__name__} {one.name}")
def test_a_table_or_a_plot_can_be_made_of_whatever_is_asked(stored, artefact):
    """One method and one point, or answers without a row: a config may ask for these alone."""
    shown, folder = stored
    [name] = artefact.questions
    frame = pd.concat(part[name] for part in items.Parts(artefact, shown.by_question, folder))
    [*parameters] = register.question(name).parameter
    _, point = next(iter(frame.groupby([*parameters, "method"])))
    if isinstance(artefact, Table):
        for rows in (point, frame.head(0)):
            printed(artefact, artefact.make({name: rows}))
    else:
        assert not figure.panels(artefact, {name: frame.head(0)})
        figure.draw(artefact, figure.panels(artefact, {name: point}))
    for _, rows in frame.groupby("method"):
        artefact.make({name: rows})


def test_answers_without_a_row_are_a_part(tmp_path):
    asked = {"question": "coins_plan", "points": [{"list": [{"coins": 3}], "methods": ["search"]}]}
    shown = run({"sweeps": {"none": asked}}, tmp_path)
    (frames,) = items.Parts(shown.tables["coins_plan"], shown.by_question, tmp_path)
    assert len(frames["coins_plan"]) == 0


def test_a_damaged_file_is_told_in_a_line_with_what_mends_it(tmp_path):
    run({"sweeps": {"few": simulated(1_000)}}, tmp_path)
    file = tmp_path / "data" / "few.parquet"
    content = file.read_bytes()
    file.write_bytes(content[:20] + bytes(40) + content[60:])
    with (
        pytest.raises(steps.ShowError, match=f"{file} is damaged; remove this file, and run again"),
        steps._in_one_line("table t"),
    ):
        parquet.read(file)

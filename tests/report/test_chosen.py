"""Of a large sweep a table and a plot read what they show, and say what they leave out."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stored
from running import ROOT
from sweepstake.puzzle import Choice, Column, Method, Parameter, Question, register
from sweepstake.report.defaults import chosen
from sweepstake.report.defaults.lines import label_of
from sweepstake.report.defaults.plot import plot
from sweepstake.report.page import items
from sweepstake.report.page.contents import Contents
from sweepstake.snakemake.steps import _plot, _table
from sweepstake.store import parquet
from sweepstake.store.parquet import schema
from sweepstake.store.points import Sets


def write(question, name, folder, **columns):
    """Store the sweep `name` with these columns; others are null."""
    others = dict.fromkeys({*schema(question).names} - {*columns})
    stored.write(pd.DataFrame(columns | others), question, folder, name)


@pytest.fixture
def many(tmp_path, unregistered):
    """`many(points, outcomes)`: what a config of so many points shows, and their results."""
    register.load([str(ROOT / "benchmarks" / "many.py")])

    def store(points, outcomes):
        name = "many_won" if outcomes == 2 else "many_thousands"
        n = np.repeat(np.arange(1, points + 1), outcomes)
        place = np.tile(np.arange(outcomes), points)
        outcome = {"won": place == 1} if outcomes == 2 else {"value": n + place}
        share = np.full(len(n), 1 / outcomes)
        exact = {"probability": share, "log10_probability": np.log10(share)}
        method = {"method": ["exact"] * len(n)}
        write(register.question(name), "many", tmp_path, n=n, **method, **outcome, **exact)
        for folder in ("tables", "plots", ".page"):
            (tmp_path / folder).mkdir()
        return Contents({name: ["many"]}), tmp_path

    return store


@pytest.mark.parametrize(("points", "outcomes"), [(15_000, 2), (80, 1000)])
@pytest.mark.slow
def test_a_table_and_a_plot_read_a_bounded_number_of_rows(many, points, outcomes, monkeypatch):
    for name in ("ALL", "MOST_ROWS", "MOST_SETS"):
        monkeypatch.setattr(chosen, name, getattr(chosen, name) // 10)
    contents, results = many(points, outcomes)
    read, slices = [], parquet.slices

    def counted(*asked):
        for part in slices(*asked):
            read.append(len(part))
            yield part

    monkeypatch.setattr(parquet, "slices", counted)
    [table], [drawn] = contents.tables.values(), contents.plots.values()
    _table(contents, table, results)
    shown = sum(read) // outcomes
    assert shown == min(chosen.MOST_SETS, chosen.MOST_ROWS // outcomes)
    _plot(contents, drawn, results)
    assert sum(read) <= 2 * chosen.MOST_ROWS
    says = f"Made of the answers for {shown:,} of the {points:,} choices of parameters; "
    says += "all are in data/many.parquet."
    assert f"\n\n{says}\n\n" in (results / "tables" / f"{table.name}.md").read_text()
    page = json.loads((results / ".page" / f"{table.name}.json").read_text())
    assert page["more"] == says
    svg = (results / "plots" / f"{table.name}.svg").read_text()
    assert f"of the {points:,} choices of parameters" in " ".join(svg.split())
    tabled = pd.read_csv(results / "tables" / f"{table.name}.csv")["n"]
    assert (len(tabled), tabled.iloc[0], tabled.iloc[-1]) == (shown, 1, points)


WALK = Question(
    name="walk",
    text="Does it end?",
    parameters=(Parameter("rows", "rows", 1, 1000), Choice("to", "to", ("up", "down"))),
    outcomes=(Column("ends", "bool", "it ends"),),
    methods={name: Method(lambda **params: {True: 1}, "exact") for name in ("a", "b")},
)


def test_a_panel_has_some_lines_with_some_values_of_its_parameter(tmp_path, monkeypatch):
    steps, to = np.repeat(np.arange(1, 101), 2), ["down", "up"] * 100
    sure = {"method": ["a"] * 200, "ends": [True] * 200, "probability": [1.0] * 200}
    write(WALK, "walk", tmp_path, rows=steps, to=to, **sure)
    monkeypatch.setattr(chosen, "ALL", 199)
    monkeypatch.setattr(chosen, "MOST_DRAWN", 120)
    monkeypatch.setattr(register, "question", {"walk": WALK}.get)
    read = items.Parts(plot(WALK), {"walk": ["walk"]}, tmp_path)
    (frames,) = read
    by_steps, by_end = plot(WALK).make(frames)
    assert [line.label for line in by_steps.series] == ["to: up", "to: down"]
    assert all(line.x == [1, 12, 23, 34, 45, 56, 67, 78, 89, 100] for line in by_steps.series)
    assert {tuple(line.x) for line in by_end.series} == {("up", "down")}
    assert read.left_out.startswith("Made of the answers for 20 of the 200 choices of parameters;")
    assert read.left_out.endswith("; all are in data/walk.parquet.")


def test_on_a_logarithmic_axis_the_values_stand_evenly(tmp_path, monkeypatch):
    steps = np.unique(np.geomspace(1, 100_000, 400).astype(int))
    size = len(steps)
    sure = {"method": ["a"] * size, "ends": [True] * size, "probability": [1.0] * size}
    write(WALK, "walk", tmp_path, rows=steps, to=["up"] * size, **sure)
    monkeypatch.setattr(chosen, "ALL", 0)
    monkeypatch.setattr(chosen, "MOST_VALUES", 6)
    monkeypatch.setattr(register, "question", {"walk": WALK}.get)
    (frames,) = items.Parts(plot(WALK), {"walk": ["walk"]}, tmp_path)
    [panel] = plot(WALK).make(frames)
    assert panel.log_x
    assert np.log10(panel.series[0].x) == pytest.approx(np.arange(6), abs=0.05)


ANSWERS = st.dictionaries(
    st.tuples(st.integers(1, 4), st.sampled_from(["up", "down"]), st.sampled_from(["a", "b"])),
    st.tuples(st.none() | st.integers(1, 3), st.sampled_from([(True,), (False, True)])),
    min_size=1,
)


@settings(max_examples=40)
@given(st.lists(ANSWERS, min_size=1, max_size=3), st.data())
@pytest.mark.slow
def test_a_set_in_several_sweeps_has_for_each_method_the_answer_with_most_trials(
    tmp_path_factory, sweeps, data
):
    folder = tmp_path_factory.mktemp("results")
    for number, answers in enumerate(sweeps):
        held = answers.items()
        lines = [(*key, trials, end, number) for key, (trials, ends) in held for end in ends]
        columns = ("rows", "to", "method", "trials", "ends", "count")
        write(
            WALK, str(number), folder, **dict(zip(columns, zip(*lines, strict=True), strict=True))
        )
    best = {}
    for number, answers in enumerate(sweeps):
        for key, (trials, ends) in answers.items():
            if key not in best or (trials or 0) > best[key][0]:
                best[key] = trials or 0, [(end, trials, number) for end in ends]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sweepstake.store.points.BATCH", data.draw(st.integers(1, 5)))
        sets = Sets(WALK, [*map(str, range(len(sweeps)))], folder)
    every = sorted({key[:2] for key in best})
    assert sets.frame[["rows", "to"]].apply(tuple, axis=1).tolist() == every
    places = sorted(data.draw(st.sets(st.integers(0, len(every) - 1))))
    table, place = sets.rows(np.array(places, np.int64))
    chosen_keys = [key for key in sorted(best) if every.index(key[:2]) in places]
    wanted = [(*key, *row) for key in chosen_keys for row in best[key][1]]
    columns = ["rows", "to", "method", "ends", "trials", "count"]
    assert [tuple(row.values()) for row in table.select(columns).to_pylist()] == wanted
    assert [every[k] for k in place] == [row[:2] for row in wanted]


def test_a_table_that_is_not_sorted_is_damaged(tmp_path):
    write(WALK, "walk", tmp_path, rows=[1, 2], to=["up"] * 2, method=["a"] * 2, ends=[True] * 2)
    file = tmp_path / "data" / "walk.parquet"
    parquet.write(parquet.read(file).take([1, 0]), file, tmp_path)
    with pytest.raises(parquet.DamagedFileError, match=r"is not sorted by rows, to"):
        Sets(WALK, ["walk"], tmp_path)


def test_a_line_is_named_by_the_words_that_its_question_declares():
    question = replace(WALK, setting="{rows} steps")
    assert label_of(question, ["rows"], [3], "exact") == "3 steps, exact"
    assert label_of(question, ["rows", "to"], [3, "up"], "") == "3 steps, to: up"
    assert label_of(question, ["to"], ["up"], "") == "to: up"

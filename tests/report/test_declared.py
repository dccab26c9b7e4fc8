"""Tables and plots that are declared: columns by their names, panels of lines, else the default."""

import pandas as pd
import pytest

import sweepstake
from answers import frame
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Lines, Plot, Spread, Table
from sweepstake.report.defaults.plot import table as default_table
from sweepstake.report.page.declared import completed

MOVES = "hands_moves"
SAMPLES = {"simulate": 300, "repeat": 400}


@pytest.fixture(scope="module")
def frames():
    asked = [("exact", 2), ("exact", 5), ("brute", 2), ("simulate", 5), ("simulate", 6)]
    parts = [frame(MOVES, point, trials=400) for point in asked]
    return {MOVES: pd.concat(parts)}  # whose index repeats


def table(frames, columns=None, **declared):
    artefact = Table("t", "T", "C.", (MOVES,), columns=columns or {}, **declared)
    return completed(artefact).make(frames)


def panels(frames, *declared):
    return completed(Plot("p", "P", (MOVES,), panels=declared)).make(frames)


def test_a_column_is_that_of_the_first_method_that_answers(frames):
    columns = {"a": "mean:block_moves, computed, simulate", "b": "trials, exact, simulate"}
    result = table(frames, columns)
    assert result["cards"].tolist() == [2, 5, 6]
    summary = sweepstake.summary(frames[MOVES], wide=True).set_index(["cards", "method"])
    wanted = [(2, "exact"), (5, "exact"), (6, "simulate")]
    assert result["a"].tolist() == [summary.loc[at, "mean_block_moves"] for at in wanted]
    assert result["b"].isna().tolist() == [True, False, False]


def test_a_function_gets_the_columns_before_it_and_rows_are_picked(frames):
    columns = {"a": "mean:block_moves, computed", "twice": lambda cells: 2 * cells["a"]}
    result = table(frames, columns, rows=lambda rows: rows.dropna())
    assert result["cards"].tolist() == [2, 5]
    assert result["twice"].tolist() == (2 * result["a"]).tolist()


def test_a_table_by_method_has_a_row_for_each_and_the_chance_of_any_value(frames):
    columns = {"one": "block_moves=1", "low": "block_moves=1.low", "ten": "block_moves=10"}
    result = table(frames, columns, by_method=True).set_index(["cards", "method"])
    rows = frames[MOVES]
    [share] = rows.query("cards == 5 and method == 'simulate' and block_moves == 1")["probability"]
    assert result.loc[(5, "simulate"), "one"] == pytest.approx(share)
    assert 0 < result.loc[(5, "simulate"), "low"] < share
    assert (result["ten"] == 0).all()
    assert len(result) == 5


def test_methods_agree_if_their_whole_answers_are_the_same(frames):
    result = table(frames, {"agree": lambda cells: cells.agreeing}).set_index("cards")["agree"]
    assert result[2] == "brute, exact"
    assert result[5] == "exact"
    assert pd.isna(result[6])


def test_a_line_goes_on_through_samples_where_nothing_is_computed(frames):
    [panel] = panels(frames, Lines("cards"))
    [line] = panel.series
    assert line.x == [2, 5, 6]
    assert line.mark == "joined"
    assert line.sampled == [False, False, True]
    assert line.label == ""  # it is not all computed


def test_lines_of_several_columns_and_rows_that_are_picked(frames):
    columns = {"mean": "mean block_moves", "most": "most block_moves"}
    exact = {"rows": lambda rows: rows[rows["method"] == "exact"], "y_axis": "moves"}
    [panel] = panels(frames, Lines("cards", columns, **exact))
    assert [line.label for line in panel.series] == ["mean", "most"]
    assert panel.y == "moves"
    assert panels(frames, Lines("cards", rows=lambda rows: rows[:0])) == []


@pytest.mark.parametrize("how", [{"by": ()}, {"spans": True}])
def test_what_has_neither_an_axis_nor_lines_is_at_its_usual_value_or_the_nearest(how):
    points = [("chain", coins, 2, wait) for coins in (2, 3) for wait in (0, 3)]
    plot = Plot("p", "P", ("toy_rolls",), panels=(Lines("wait", **how),))
    [panel] = completed(plot).make({"toy_rolls": frame("toy_rolls", *points)})
    assert panel.title == "coins 3, sides 2"
    assert panel.values()[3 if "by" in how else "3"] == pytest.approx(5)


@pytest.mark.parametrize("panel", [Lines("wait", "mean:rolls"), Spread()])
def test_of_several_samples_the_largest_is_drawn(panel):
    small, large = (frame("toy_rolls", (m, 2, 2, 3), trials=n) for m, n in SAMPLES.items())
    plot = completed(Plot("p", "P", ("toy_rolls",), panels=(panel,)))
    [drawn] = plot.make({"toy_rolls": pd.concat([small, large], ignore_index=True)})
    [series] = drawn.series
    assert series.label in ("", "simulated")
    assert {*series.trials} == {400}


def test_what_declares_nothing_is_made_like_the_default(frames):
    whole = {MOVES: frames[MOVES].reset_index(drop=True)}
    default = default_table(register.question(MOVES))
    pd.testing.assert_frame_equal(table(whole), default.make(whole))
    [spread] = panels(frames, Spread(title="moves"))
    assert spread.title == "moves"

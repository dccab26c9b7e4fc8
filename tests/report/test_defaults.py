"""The table and the plot that a question gets if its puzzle declares none."""

from dataclasses import replace
from math import isnan

import matplotlib as mpl
import numpy as np
import pytest

import sweepstake
from answers import frame
from running import ROOT, WALK
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Lines, Panel, Plot, Series
from sweepstake.report.charts.texts import title
from sweepstake.report.defaults import plot
from sweepstake.report.defaults import plot as table
from sweepstake.report.defaults.chosen import MOST_LINES
from sweepstake.report.defaults.distribution import distribution
from sweepstake.report.defaults.lines import panels
from sweepstake.report.page.items import charts

pytestmark = pytest.mark.usefixtures("unregistered")


@pytest.fixture
def asked():
    """`asked(question, (method, parameters), ...)`: a question, and its answers as a frame."""

    def ask(name, *points):
        register.load([str(ROOT / "examples" / f"{file}.py") for file in ("ruin", "monty")])
        question = register.question(name)
        asked = [
            (m, *(params[p] for p in question.parameter if p in params)) for m, params in points
        ]
        return question, {name: frame(name, *asked, trials=500)}

    return ask


def monty(doors, strategy="switch"):
    return {"doors": doors, "opened": 1, "strategy": strategy}


def ruin(p):
    return {"stake": 1, "goal": 3, "p": p}


def test_rationals_stand_by_size(asked):
    points = [("formula", ruin(p)) for p in ("1/10", "1/2", "1/3")]
    question, frames = asked("ruin_reached", *points)
    rows = table.table(question).make(frames)
    assert rows["p"].tolist() == ["1/10", "1/3", "1/2"]


def test_words_have_a_row_each_and_a_list_has_no_probabilities(asked):
    deck = {"ranks": 2, "suits": 2, "down": 0}
    question, frames = asked("war_rush", ("exact", deck))
    rows = table.table(question).make(frames)
    assert len(rows) == len(frames["war_rush"])
    assert {"ending", "probability", "exact"} <= {*rows.columns}
    question, frames = asked("coins_plan", ("construct", {"coins": 2}))
    assert "probability" not in table.table(question).make(frames)
    [panel] = plot.plot(question).make(frames)
    assert panel.y == "rows of the answer"


def test_a_plot_has_a_panel_for_each_swept_parameter_and_one_line_for_methods_that_agree(asked):
    games = [monty(doors, strategy) for doors in (3, 4, 5) for strategy in ("stay", "switch")]
    points = [(m, game) for game in games for m in ("states", "formula", "simulate")]
    question, frames = asked("monty_won", *points)
    by_doors, by_strategy = plot.plot(question).make(frames)
    assert (by_doors.title, by_doors.x, by_doors.y) == ("by doors", "doors", "probability of won")
    marks = [(line.label, line.mark) for line in by_doors.series]
    stay, switch = ("strategy: stay", "joined"), ("strategy: switch", "joined")
    assert marks == [stay, ("", "points"), switch]  # grey lines have no samples
    stay = by_doors.series[0]
    assert (stay.x, stay.y) == ([3, 4, 5], pytest.approx([1 / 3, 1 / 4, 1 / 5]))
    assert all((line.error is None) == (line.mark == "joined") for line in by_doors.series)
    assert by_strategy.series[0].x == ["stay", "switch"]


@pytest.mark.parametrize(
    ("doors", "mark"), [([3, 4, 5], "bars"), ([3, 4, 6], "joined"), ([3], "joined")]
)
def test_a_probability_at_few_places_equally_far_apart_has_bars(asked, doors, mark):
    points = [(m, monty(n, "switch")) for n in doors for m in ("formula", "simulate")]
    question, frames = asked("monty_won", *points)
    [panel] = panels(question, frames["monty_won"], Lines("doors"))
    assert [series.mark for series in panel.series] == [mark, "points"]
    assert panel.zero == (mark == "bars")
    if panel.zero:
        assert [series.like for series in panel.series] == ["", ""]


@pytest.mark.parametrize(
    ("waits", "first", "second"),
    [([3], "Rings are 500 simulated trials,", "Rings are 500 simulated trials,"),
     ([2, 3], "Rings are 500 simulated trials each,", "Rings are 500 simulated trials,")],
)  # fmt: skip
def test_a_note_has_the_number_of_trials(asked, waits, first, second):
    points = [("chain", {"coins": 4, "sides": 2, "wait": n}) for n in (2, 3)]
    points += [("simulate", {"coins": 4, "sides": 2, "wait": n}) for n in waits]
    question, frames = asked("toy_rolls", *points)
    default = plot.plot(question)
    notes = [chart["note"] for chart in charts(default, default.make(frames))]
    assert [first in notes[0], second in notes[1]] == [True, True]


def test_a_note_has_the_least_and_the_greatest_number_of_trials():
    points = [
        Series("a", [1, 2], [1, 2], "points", [0.1, 0.1], trials=[20, 3000]),
        Series("b", [1], [1], "points", [0.1], weighted=True, trials=[5000]),
    ]
    [chart] = charts(Plot("p", "P", ()), [Panel("", "x", "y", points)])
    assert chart["note"].startswith(
        "Rings are 20 to 3,000 simulated trials each, diamonds are 5,000 weighted trials "
        "(importance sampling), with"
    )


def walks(tmp_path, asked, boards, steps):
    (tmp_path / "walk.py").write_text(WALK)
    register.load([str(tmp_path / "walk.py")])
    points = [("exact", {"board": board, "steps": way}) for board in boards for way in steps]
    return asked("walk_where", *points)


def test_two_parameters_of_words_have_a_heat_map_of_means_in_declared_order(asked, tmp_path):
    boards, steps = ([9, 8], "tiny", [7]), ("bf", "fff", "fb")
    question, frames = walks(tmp_path, asked, boards, steps)
    [means] = plot.plot(question).make(frames)
    assert means.title == "mean square"
    assert (means.x, means.y) == ("steps forward or back", "where squares lead (board)")
    assert means.rows == ["tiny", "7:", "9:8"]  # by name, then the shorter first
    assert means.columns == ["fb", "bf", "fff"]
    at = {(row["board"], row["steps"]): row["square"] for _, row in frames["walk_where"].iterrows()}
    assert means.values == [[at[row, column] for column in means.columns] for row in means.rows]
    assert plot.panel(question, frames["walk_where"]) == means
    by_board = plot.panel(question, frames["walk_where"], at="board")
    assert by_board.words == means.rows


def test_a_pair_of_words_without_an_answer_has_no_number(asked, tmp_path):
    question, frames = walks(tmp_path, asked, ("tiny", [7]), ("ff", "bb"))
    frame = frames["walk_where"]
    some = frame[(frame["board"] == "tiny") | (frame["steps"] == "ff")]
    [means] = plot.plot(question).make({question.name: some})
    assert means.columns == ["ff", "bb"]
    assert [[isnan(value) for value in row] for row in means.values] == [[False] * 2, [False, True]]


def test_no_line_joins_names_which_stand_in_declared_order(asked):
    games = [monty(3), monty(4, "stay"), monty(4)]
    points = [(method, game) for game in games for method in ("formula", "simulate")]
    question, frames = asked("monty_won", *points)
    _, by_strategy = plot.plot(question).make(frames)
    assert {series.mark for series in by_strategy.series} == {"points"}
    assert by_strategy.words == ["stay", "switch"]


@pytest.mark.parametrize(("ranks", "drawn"), [((2, 4), ["A"]), ((8, 10), ["A", "B", "endless"])])
def test_of_two_words_the_first_has_a_line_and_of_more_each_has(asked, ranks, drawn):
    deals = [{"ranks": n, "suits": 1, "down": 0, "order": "winner"} for n in ranks]
    question, frames = asked("war_endless", *(("brute", deal) for deal in deals))
    assert sorted({*frames["war_endless"]["ending"]})[: len(drawn)] == drawn
    by_ranks, _ = plot.plot(question).make(frames)
    wanted = [""] if len(drawn) == 1 else ["A wins", "B wins", "goes on for ever"]
    assert [line.label for line in by_ranks.series] == wanted
    assert by_ranks.y == ("probability that ending is A" if len(drawn) == 1 else "probability")


def test_numbers_have_a_distribution_as_well(asked):
    points = [("exact", {"cards": 4}), ("exact", {"cards": 5}), ("simulate", {"cards": 5})]
    question, frames = asked("guess_streak", *points)
    mean, distribution = plot.plot(question).make(frames)
    assert mean.y == "mean right"
    assert distribution.title == "5 cards"
    assert [line.mark for line in distribution.series] == ["bars", "points"]


def test_without_a_usual_value_the_distribution_is_where_the_answer_turns(asked):
    question, frames = asked("guess_streak", *(("exact", {"cards": n}) for n in (8, 10, 20, 52)))
    [cards] = question.parameters
    question = replace(question, parameters=(replace(cards, default=None),))
    assert distribution(question, frames[question.name]).title == "10 cards"


def test_of_the_methods_that_compute_a_distribution_the_best_is_drawn(asked):
    cards = {"cards": 5}
    question, frames = asked("coins_moves", *((m, {"coins": 2}) for m in ("exact", "formula")))
    drawn = plot.panel(question, frames[question.name]).series
    assert [line.label for line in drawn] == ["computed"]
    methods = ("simulate", "exact", "forward")
    question, frames = asked("guess_streak", *((method, cards) for method in methods))
    drawn = plot.panel(question, frames[question.name]).series
    assert [line.label for line in drawn] == ["computed", "simulated"]


def test_of_many_lines_some_are_drawn_the_first_and_the_last_among_them(asked):
    question, _ = asked("ruin_reached", ("formula", ruin("1/2")))
    grid = {"stake": range(1, 40), "goal": [50, 51], "p": "1/2"}
    answers = sweepstake.sweep("ruin_reached", method="formula", **grid)
    by_stake, by_goal = plot.plot(question).make({"ruin_reached": answers.frame})
    assert [line.label for line in by_stake.series] == ["goal 50", "goal 51"]
    labels = [line.label for line in by_goal.series]
    assert len(labels) == MOST_LINES
    assert (labels[0], labels[-1]) == ("stake 1", "stake 39")


def test_an_answer_with_several_outcomes_is_drawn_by_its_first(asked):
    games = {"coins": 13, "sides": 60, "wait": 3}
    question, frames = asked("toy_rolls", ("simulate", games))
    panel = plot.panel(question, frames["toy_rolls"])
    [bars] = panel.series
    assert bars.mark == "bars"
    assert len(bars.x) <= 60
    assert 0.99 < sum(bars.y) <= 1 + 1e-12
    assert len(bars.error) == len(bars.y)
    most = int(bars.x[-1] + (bars.x[1] - bars.x[0] - 1) / 2)
    assert panel.y.startswith("share of games in each bin of ")
    assert panel.y.endswith(f" rolls, up to {most:,} of {frames['toy_rolls']['rolls'].max():,}")
    rolls = frames["toy_rolls"].sort_values("rolls")
    upto = rolls["probability"].cumsum()
    wanted = [int(rolls["rolls"][upto >= share].iloc[0]) for share in (0.25, 0.5, 0.75, 0.95)]
    assert [*panel.middle[:4]] == wanted
    assert panel.middle.mean == pytest.approx(np.average(rolls["rolls"], weights=rolls["count"]))
    assert panel.middle.mean_in_words.endswith(" rolls")
    half = f"Half lie between {wanted[0]} and {wanted[2]} rolls, one in twenty above {wanted[3]}"
    assert title(panel) == half


def test_the_usual_parameters_have_a_place_on_an_axis_that_is_made_of_them(asked):
    points = [("exact", {"coins": n, "sides": s}) for n in (9, 13) for s in (2, 4)]
    question, frames = asked("toy_won", *points)
    cases = {"rows": lambda rows: rows.assign(cases=rows["coins"] * rows["sides"])}
    lines = Lines("cases", by=("sides",), **cases)
    [panel] = panels(question, frames[question.name], lines)
    assert panel.usual == 52
    [panel] = panels(question, frames[question.name].query("coins == 9"), lines)
    assert panel.usual is None


def test_a_sweep_over_many_powers_of_ten_is_drawn_on_a_logarithmic_scale(asked):
    points = [("float", {"cards": cards}) for cards in (10, 100, 20_000)]
    question, frames = asked("guess_win", *points)
    panel = plot.panel(question, frames["guess_win"])
    assert panel.log_y
    assert panel.series[0].x == [10, 100]  # the last is below the smallest float


def test_an_answer_or_a_sweep_is_drawn_in_axes(asked):
    points = [("exact", {"coins": coins, "sides": 4}) for coins in (2, 3, 4)]
    _, frames = asked("toy_won", *points)
    mpl.use("Agg")
    axes = sweepstake.plot(frames["toy_won"])
    assert axes.get_xlabel() == "number of coins"
    assert axes.get_title("left") == "by coins\nprobability of won"
    mpl.pyplot.close(axes.figure)
    with pytest.raises(ValueError, match="at is 'sides'; allowed: coins"):
        sweepstake.plot(frames["toy_won"], at="sides")
    with pytest.raises(ValueError, match="allowed: one question"):
        sweepstake.plot(frames["toy_won"].head(0))

"""What a chart says where no finding is declared: only what its numbers bear."""

import pytest

from sweepstake.puzzle.display import Map, Panel, Series
from sweepstake.report.plots.titles import title

PLAYS, SHARE = "mean length (plays)", "P(won)"


def of(y, x, values, error=None, mark="line", axis=PLAYS, **more):
    return title(Panel("", "cards", axis, [Series("exact", x, values, mark, error), *y], **more))


@pytest.mark.parametrize(
    ("values", "error", "text"),
    [
        ([1.0, 2.0, 4.5], None, "Rises with every step, from 1 at 1 to 4.5 at 3"),
        ([4.5, 2.0, 1.0], None, "Falls with every step, from 4.5 at 1 to 1 at 3"),
        ([1.0, 3.0, 2.0], None, "The greatest mean length is 3, at 2"),
        ([1.0, 3.0, 3.0, 2.0], None, "The greatest mean length is 3, at 2 or 3"),
        ([3.0, 1.0, 2.0], None, "The least mean length is 1, at 2"),
        ([2.0, 2.0, 3.0], None, "Rises from 2 at 1 to 3 at 3"),
        ([3.0, 2.0, 2.0], None, "Falls from 3 at 1 to 2 at 3"),
        ([2.0, 3.0, 2.5, 3.0], None, "Between 2 and 3"),
        ([0.5, 0.5 + 1e-13, 0.5], None, "Mean length: 0.5"),
        ([1.0, 2.0, 3.0], [0.1, 0.1, 0.1], "Rises with every step, from 1.0 at 1 to 3.0 at 3"),
        ([1.0, 1.2, 1.3], [0.1, 0.1, 0.1], "Between 1.0 and 1.3"),
        ([1.0, 1.2, 1.1], [0.1, 0.1, 0.1], "Between 1.0 and 1.2"),
    ],
)
def test_a_trend_or_an_extremum_is_said_only_where_intervals_are_apart(values, error, text):
    assert of([], [*range(1, len(values) + 1)], values, error) == text


def test_the_last_number_has_its_unit_unless_the_axis_has_named_it():
    assert of([], [1, 2], [1.0, 3.0], unit="plays") == "Rises from 1 at 1 to 3 plays at 2"
    assert of([], [1], [3.0], unit="plays") == "Mean length: 3 plays"
    assert of([], [1, 2, 3], [2.0, 1.5, 4.0], unit="plays") == (
        "The least mean length is 1.5 plays, at 2"
    )
    assert of([], [1, 2, 3, 4], [2.0, 3.0, 2.5, 3.0], unit="plays") == "Between 2 and 3 plays"
    assert of([], [1], [3.0], axis="mean plays", unit="plays") == "Mean plays: 3"


def test_an_extremum_beside_which_places_are_left_out_is_one_of_those_drawn():
    assert of([], [5, 10, 11], [1.0, 3.0, 2.0]) == (
        "Of the points drawn, the greatest mean length is 3, at 10"
    )
    assert of([], [0.0, 0.5, 1.0], [1.0, 0.2, 1.0], axis=SHARE) == (
        "Of the points drawn, the least is 20%, at 0.5"
    )
    assert of([], [1, 4, 5, 6, 9], [4, 3.0, 2.0, 3.0, 5]) == "The least mean length is 2, at 5"


def test_probabilities_are_said_as_such_and_ratios_of_them_as_numbers():
    assert (
        of([], [1, 2], [1.0, 1e-6], axis=SHARE) == "Falls from 100% at 1 to once in 1 million at 2"
    )
    ratio = "P(n+1) / P(n)"
    assert of([], [1, 2], [0.8, 0.7], axis=ratio) == "Falls from 0.8 at 1 to 0.7 at 2"


def test_a_distribution_has_its_likeliest_outcome_unless_others_may_be_as_likely():
    bars = {"mark": "bars", "axis": "probability"}
    assert of([], [0, 1, 2], [0.2, 0.5, 0.3], **bars) == "Most often 1: 50%"
    assert of([], [0, 2], [0.7, 0.3], unit="points", **bars) == "Most often 0 points: 70%"
    assert of([], [0, 2], [0.5, 0.5], unit="points", **bars) == "Probability: 50%"
    assert of([], [0, 1, 2], [0.25, 0.5, 0.25], [0.2] * 3, **bars) == "Between 20% and 50%"
    binned = of([], [2.5, 8.5], [0.7, 0.3], mark="bars", axis="share of games in each bin of 6")
    assert binned == "Most often 0 to 5: 70%"


def test_of_several_lines_the_usual_one_is_told_of():
    other = Series("3 down", [1, 2], [5.0, 4.0], usual=True)
    assert of([other], [1, 2], [1.0, 2.0]) == "3 down: falls from 5 at 1 to 4 at 2"


@pytest.mark.parametrize("label", ["P(who=ann)", "n = 1, P(who=ann)", "P(likeliest who)"])
def test_what_can_be_said_only_with_the_name_of_a_column_is_not_said(label):
    assert of([Series(label, [1, 2], [0.4, 0.5], usual=True)], [1, 2], [0.6, 0.5], axis=SHARE) == ""
    assert of([], [1, 2], [0.5, 0.5], axis=label) == ""
    assert title(Map(label, "x", "y", ["a"], ["b"], [[0.5]])) == ""


def test_nothing_is_said_of_nothing_and_of_marks_that_are_no_numbers():
    assert title(Panel("", "x", "y", [])) == ""
    assert title(Map("mean", "x", "y", ["a"], ["b"], [[float("nan")]])) == ""
    assert of([], [1], [float("nan")]) == ""
    assert title(Panel("", "x", "y", [Series("no plan", [1], [2], "crosses")])) == ""


def test_of_words_it_says_between_which_values_and_where():
    assert of([], ["loop", "row", "star"], [3.0, 2.0, 1.0]) == "Between 1 at star and 3 at loop"

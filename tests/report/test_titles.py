"""What a chart says where no finding is declared: only what its numbers bear."""

import pytest

from sweepstake.puzzle.display import Map, Panel, Series
from sweepstake.report.plots.titles import title

PLAYS, SHARE = "mean length (plays)", "P(won)"


def of(values, x=None, error=None, mark="line", axis=PLAYS, others=(), **more):
    line = Series("exact", x or [*range(1, len(values) + 1)], values, mark, error)
    return title(Panel("", "cards", axis, [line, *others], **more))


BARS = {"mark": "bars", "axis": "probability"}
OF_PLAYS = {"unit": "plays"}
OF_POINTS = {"unit": "points", **BARS}
NAMED = Series("3 down", [1, 2], [5.0, 4.0], usual=True)


@pytest.mark.parametrize(
    ("values", "more", "text"),
    [
        # a trend or an extremum only where intervals are apart
        ([1.0, 2.0, 4.5], {}, "Rises with every step, from 1 at 1 to 4.5 at 3"),
        ([4.5, 2.0, 1.0], {}, "Falls with every step, from 4.5 at 1 to 1 at 3"),
        ([1.0, 3.0, 2.0], {}, "The greatest mean length is 3, at 2"),
        ([1.0, 3.0, 3.0, 2.0], {}, "The greatest mean length is 3, at 2 or 3"),
        ([3.0, 1.0, 2.0], {}, "The least mean length is 1, at 2"),
        ([2.0, 2.0, 3.0], {}, "Rises from 2 at 1 to 3 at 3"),
        ([3.0, 2.0, 2.0], {}, "Falls from 3 at 1 to 2 at 3"),
        ([2.0, 3.0, 2.5, 3.0], {}, "Between 2 and 3"),
        ([0.5, 0.5 + 1e-13, 0.5], {}, "Mean length: 0.5"),
        ([1.0, 2.0, 3.0], {"error": [0.1] * 3}, "Rises with every step, from 1.0 at 1 to 3.0 at 3"),
        ([1.0, 1.2, 1.3], {"error": [0.1] * 3}, "Between 1.0 and 1.3"),
        ([1.0, 1.2, 1.1], {"error": [0.1] * 3}, "Between 1.0 and 1.2"),
        # the last number has its unit unless the axis has named it
        ([1.0, 3.0], OF_PLAYS, "Rises from 1 at 1 to 3 plays at 2"),
        ([3.0], OF_PLAYS, "Mean length: 3 plays"),
        ([2.0, 1.5, 4.0], OF_PLAYS, "The least mean length is 1.5 plays, at 2"),
        ([2.0, 3.0, 2.5, 3.0], OF_PLAYS, "Between 2 and 3 plays"),
        ([3.0], {"axis": "mean plays", "unit": "plays"}, "Mean plays: 3"),
        # an extremum beside which places are left out is one of those drawn
        ([1.0, 3.0, 2.0], {"x": [5, 10, 11]},
         "Of the points drawn, the greatest mean length is 3, at 10"),
        ([1.0, 0.2, 1.0], {"x": [0.0, 0.5, 1.0], "axis": SHARE},
         "Of the points drawn, the least is 20%, at 0.5"),
        ([4, 3.0, 2.0, 3.0, 5], {"x": [1, 4, 5, 6, 9]}, "The least mean length is 2, at 5"),
        # probabilities are said as such, and ratios of them as numbers
        ([1.0, 1e-6], {"axis": SHARE}, "Falls from 100% at 1 to once in 1 million at 2"),
        ([0.8, 0.7], {"axis": "P(n+1) / P(n)"}, "Falls from 0.8 at 1 to 0.7 at 2"),
        # a distribution has its likeliest outcome unless others may be as likely
        ([0.2, 0.5, 0.3], BARS, "Most often 2: 50%"),
        ([0.7, 0.3], {"x": [0, 2], **OF_POINTS}, "Most often 0 points: 70%"),
        ([0.5, 0.5], OF_POINTS, "Probability: 50%"),
        ([0.25, 0.5, 0.25], {"error": [0.2] * 3, **BARS}, "Between 20% and 50%"),
        ([0.7, 0.3], {"x": [2.5, 8.5], "mark": "bars", "axis": "share of games in each bin of 6"},
         "Most often 0 to 5: 70%"),
        # the usual one of several lines; words; what is no number
        ([1.0, 2.0], {"others": [NAMED]}, "3 down: falls from 5 at 1 to 4 at 2"),
        ([3.0, 2.0, 1.0], {"x": ["loop", "row", "star"]}, "Between 1 at star and 3 at loop"),
        ([float("nan")], {}, ""),
        ([2], {"mark": "crosses"}, ""),
    ],
)  # fmt: skip
def test_a_title_says_what_the_numbers_bear(values, more, text):
    assert of(values, **more) == text


@pytest.mark.parametrize("label", ["P(who=ann)", "n = 1, P(who=ann)", "P(likeliest who)"])
def test_what_can_be_said_only_with_the_name_of_a_column_is_not_said(label):
    usual = Series(label, [1, 2], [0.4, 0.5], usual=True)
    assert of([0.6, 0.5], axis=SHARE, others=[usual]) == ""
    assert of([0.5, 0.5], axis=label) == ""
    assert title(Map(label, "x", "y", ["a"], ["b"], [[0.5]])) == ""


def test_nothing_is_said_of_nothing():
    assert title(Panel("", "x", "y", [])) == ""
    assert title(Map("mean", "x", "y", ["a"], ["b"], [[float("nan")]])) == ""

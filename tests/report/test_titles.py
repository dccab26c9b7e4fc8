"""What a chart of a distribution says where no finding is declared: only what its numbers bear."""

import pytest

from sweepstake.puzzle.display import Map, Middle, Panel, Series
from sweepstake.report.charts.texts import title


@pytest.mark.parametrize(
    ("x", "y", "more", "text"),
    [
        ([1, 2, 3], [0.2, 0.5, 0.3], {}, "Most often 2: 50%"),
        ([0, 2], [0.7, 0.3], {"unit": "points"}, "Most often 0 points: 70%"),
        ([2.5, 8.5], [0.7, 0.3], {"bin_width": 6}, "Most often 0 to 5: 70%"),
        ([1, 2], [0.7, 0.3], {"middle": Middle(1, 2, 3, 9, 2, ""), "unit": "plays"},
         "Half lie between 1 and 3 plays, one in twenty above 9"),
        # nothing where others may be as likely
        ([1, 2], [0.5, 0.5], {}, ""),
        ([1, 2, 3], [0.25, 0.5, 0.25], {"error": [0.2] * 3}, ""),
        # nor of other charts: the answer above them is their title
        ([1, 2], [0.7, 0.3], {"is_spread": False}, ""),
        ([1, 2], [0.7, 0.3], {"mark": "line"}, ""),
        ([1], [float("nan")], {}, ""),
    ],
)  # fmt: skip
def test_a_title_says_what_the_numbers_bear(x, y, more, text):
    more = {"mark": "bars", "error": None, "is_spread": True} | more
    bars = Series("", x, y, more.pop("mark"), more.pop("error"))
    assert title(Panel("", "x", "probability", [bars], is_share=True, **more)) == text


def test_nothing_is_said_of_nothing():
    assert title(Panel("", "x", "probability", [])) == ""
    assert title(Map("mean", "x", "y", ["a"], ["b"], [[0.5]])) == ""

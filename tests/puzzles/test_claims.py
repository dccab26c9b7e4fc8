"""What a figure says above it stands there only if it is true of what the figure draws."""

from contextlib import suppress

import pytest

from answers import frame
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Lines, Panel, Plot, Series, Spread
from sweepstake.puzzles.coins.report import findings as coins
from sweepstake.puzzles.guess.report import artefacts as guess
from sweepstake.puzzles.hands.report import artefacts as hands
from sweepstake.puzzles.war.report import findings as war
from sweepstake.report.page.declared import completed


def panel(**lines):
    """A panel with the values of each line by their places."""
    series = [Series(label, [*line], [*line.values()]) for label, line in lines.items()]
    return Panel("", "x", "y", series)


HALVED = {n: 0.5 ** (n / 2) for n in (2, 4, 6, 10)}
PLAYER = {"A's first": {0: 0.8, 3: 0.4}, "in turn": {0: 0.0, 3: 0.0}}


@pytest.mark.parametrize(
    ("claim", "true", "false"),
    [
        (war.halves, {"a": HALVED}, {"a": HALVED | {10: 0.001}}),
        (war.halves, {"a": HALVED}, {"a": {1: 0.0} | HALVED}),
        (war.rarer_with_suits, {"a": {4: 1, 8: 1}, "b": {4: 0.5}}, {"a": {4: 0.4}, "b": {4: 0.5}}),
        (war.rarer_with_suits, {"a": {4: 0.6}, "b": {4: 0.5}}, {"a": {4: 0.6}, "b": {8: 0.5}}),
        (war.shorter, {"a": {0: 619.0, 1: 496.0}}, {"a": {0: 619.0, 1: 620.0}}),
        (war.more_often, {"a": {0: 0.1, 1: 0.2}}, {"a": {0: 0.1, 1: 0.2}, "b": {0: 0.1, 1: 0.1}}),
        (war.longest_in_the_middle, {"a": {0: 1, 1: 2, 2: 1}}, {"a": {0: 1, 1: 2, 2: 3}}),
        (war.only_with_a_first, PLAYER, PLAYER | {"in turn": {0: 0.0, 3: 0.001}}),
        (war.only_with_a_first, PLAYER, {"in turn": {0: 0.0}}),
        (coins.half_of_the_plan, {"a": {1: 0.5, 3: 3.5}}, {"a": {1: 0.5, 3: 3.6}}),
        (guess.times_as_likely, {"a": {9: 1.0, 10: 0.72}}, {"a": {9: 1.0, 10: 0.74}}),
        (guess.low_then_high, {"a": {2: 1.0, 3: 1.1, 400: 0.9}}, {"a": {2: 1.0, 3: 1.1, 40: 1.2}}),
        (guess.rises_then_falls, {"a": {2: 1.0, 3: 2.0, 4: 1.5}}, {"a": {2: 1.0, 3: 2.0}}),
        (guess.rises_then_falls, {"a": {2: 1.0, 3: 2.0, 4: 1.5}}, {"a": {2: 1, 3: 2, 4: 0.5}}),
        (hands.four_but_not_13, {"a": {4: 1.0, 13: 0.003}}, {"a": {4: 1.0, 13: 0.3}}),
        (hands.four_but_not_13, {"a": {4: 1.0, 13: 0.003}}, {"a": {4: 1.0}}),
        (hands.impossible, {"a": {4: 1.0, 52: 1e-24}}, {"a": {4: 1.0, 13: 0.003}}),
        (hands.at_most_half, {"mean": {2: 0.0, 4: 1.0}, "most": {0: 0, 2: 0, 4: 1}},
         {"mean": {2: 0.0, 4: 1.0}, "most": {0: 0, 2: 0, 4: 2}}),
        (hands.at_most_half, {"mean": {0: 0.0, 2: 0.0, 3: 0.5}, "most": {2: 0}},
         {"mean": {2: 0.0, 3: 0.5, 4: 0.5}, "most": {2: 0}}),
    ],
)  # fmt: skip
def test_a_claim_is_true_of_what_bears_it_out_and_of_nothing_else(claim, true, false):
    assert claim(panel(**true))
    for untrue in (false, {}, {"a": {4: 1.0}}):
        with suppress(LookupError):  # which counts as false
            assert not claim(panel(**untrue))


def test_every_finding_that_a_figure_of_the_four_puzzles_declares_is_held_against_it():
    plots = [plot for puzzle in register.puzzles().values() for plot in puzzle.plots]
    declared = [declaration for plot in plots for declaration in plot.panels]
    assert [plot.name for plot in plots if plot.finding] == []
    assert any(declaration.finding for declaration in declared)
    assert all(declaration.holds for declaration in declared if declaration.finding)


@pytest.mark.parametrize("declared", [Lines, Spread])
def test_a_finding_that_does_not_hold_is_left_out(declared):
    frames = {"hands_moves": frame("hands_moves", ("exact", 5))}
    what = {"x": "cards"} if declared is Lines else {}

    def finding(holds):
        panels = (declared(**what, finding="So it is", holds=holds),)
        [drawn] = completed(Plot("p", "P", ("hands_moves",), panels=panels)).make(frames)
        return drawn.finding

    assert finding(None) == finding(lambda panel: True) == "So it is"
    assert finding(lambda panel: False) == finding(lambda panel: panel.values()["none"] > 0) == ""

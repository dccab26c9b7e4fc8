"""Flipping cards: counts, floats and the notebook's numbers."""

from math import log

import pytest

from answers import frame
from sweepstake.core.distribution import log10
from sweepstake.puzzles.guess import PUZZLE, exact, forward, scaled
from sweepstake.puzzles.guess.report import artefacts
from sweepstake.report.page.declared import completed


def test_the_published_ratios(golden):
    for cards, published in golden["guess_win"]["ratio"].items():
        ratio = exact.win(int(cards) + 1)[True] / exact.win(int(cards))[True]
        assert float(ratio) == pytest.approx(published, rel=1e-14)


@pytest.mark.parametrize("cards", [1, 10, 31, 64, 65, 100])
def test_counting_from_the_last_card_back_equals_counting_from_the_first_on(cards):
    assert exact.win(cards) == forward.win(cards)
    assert exact.streaks(cards) == forward.streaks(cards)


@pytest.mark.parametrize("cards", [1, 2, 3, 10, 100, 1000])
def test_floats_are_good_to_13_digits(cards):
    assert float(scaled.win(cards)[True] / exact.win(cards)[True]) == pytest.approx(1, rel=1e-13)


def test_a_row_of_20000_lies_far_below_the_smallest_float():
    won = scaled.win(20_000)
    assert float(won[True]) == 0.0
    assert log10(won[True]) == pytest.approx(-2835.44, abs=0.01)


@pytest.fixture(scope="module")
def frames():
    asked = sorted({n + more for n in artefacts.NOTEBOOK for more in (0, 1)})
    points = [("exact", n) for n in asked] + [("float", n) for n in range(1000, 8001, 500)]
    return {"guess_win": frame("guess_win", *points)}


def test_the_table_has_the_notebooks_differences_and_states(frames, golden):
    [table] = [table for table in PUZZLE.tables if table.name == "guess_win"]
    rows = completed(table).make(frames).set_index("cards")
    percent = [f"{value:.0%}" for value in rows["difference"]]
    assert " ".join(percent) == "0% 13% 21% 26% 30% 34% 36% 38% 50% 57% 58% 58% 57% 45% 20% -19%"
    for cards, states in golden["guess_win"]["states"].items():
        assert rows["states"][int(cards)] == states


def test_the_constants_of_growth_are_the_predicted_ones(frames):
    row = artefacts.limit(frames).set_index("method").loc["float"]
    assert row["L fitted"] == pytest.approx(1 / (2 * log(2)), abs=1e-10)
    assert row["a fitted"] == pytest.approx(log(2) / 2, abs=1e-5)
    assert row["largest residual"] < 1e-9

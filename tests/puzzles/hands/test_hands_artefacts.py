"""The hands puzzle's tables, figures and shows, made of real answers, in full and of very few."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from answers import frame
from sweepstake.puzzles.hands import PUZZLE
from sweepstake.puzzles.hands.report import artefacts
from sweepstake.puzzles.hands.report.artefacts import hand, named, suits
from sweepstake.puzzles.hands.rules import collapsed, ordered
from sweepstake.report.page.declared import completed

TABLES = {table.name: completed(table) for table in PUZZLE.tables}
PLOTS = {plot.name: completed(plot) for plot in PUZZLE.plots}


def frames_of(question, **cards_by_method):
    asked = [(method, cards) for method, every in cards_by_method.items() for cards in every]
    return {question: frame(question, *asked, trials=2_000)}


@pytest.fixture(scope="module")
def frames():
    exact, formula = range(14), (*range(14), 52)
    by_method = {"brute": range(5), "exact": exact, "formula": formula, "simulate": range(8)}
    moves = {"brute": range(5), "exact": range(10), "simulate": range(8)}
    return frames_of("hands_orderable", **by_method) | frames_of("hands_moves", **moves)


def test_the_orderable_table_has_the_published_fractions(frames, golden):
    table = TABLES["hands_orderable"].make(frames).set_index("cards")
    assert len(table) == 15
    for cards, fraction in golden["hands_orderable"].items():
        assert table["fraction"][int(cards)] == fraction
        assert table["orderable (%)"][int(cards)] == pytest.approx(100 * float(Fraction(fraction)))
    assert table["computed by"][4] == "brute, exact, formula"
    assert (table["computed by"] == "exact, formula").sum() == 9
    assert table["simulated (%)"].notna().sum() == 8


def test_a_formula_that_is_off_by_a_hair_is_seen(frames):
    spoilt = frames["hands_orderable"].copy()
    row = (spoilt["method"] == "formula") & (spoilt["cards"] == 7) & spoilt["orderable"]
    spoilt.loc[row, "exact"] = str(Fraction("33606799/90047300") + Fraction(1, 10**40))
    table = TABLES["hands_orderable"].make({"hands_orderable": spoilt}).set_index("cards")
    assert table["computed by"][7] == "exact"


def test_the_moves_table_agrees_with_the_orderable_one(frames):
    table = TABLES["hands_moves"].make(frames).set_index("cards")
    orderable = TABLES["hands_orderable"].make(frames).set_index("cards")
    within_one = table["needs 0 (%)"] + table["needs 1 (%)"]
    assert within_one.to_numpy() == pytest.approx(orderable["orderable (%)"][:10].to_numpy())
    assert table["most (moves)"].tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]
    assert table["mean (moves)"][9] == pytest.approx(2.253009, abs=1e-6)
    off = (table["simulated mean (moves)"] - table["mean (moves)"])[3:8]
    assert (off / table["standard error (moves)"]).abs().max() < 5


def test_simulated_columns_are_what_the_sample_says(frames):
    moves = frames["hands_moves"].query("method == 'simulate' and cards == 6")
    sample = np.repeat(moves["block_moves"], moves["count"].astype(int))
    row = TABLES["hands_moves"].make(frames).set_index("cards").loc[6]
    assert row["simulated mean (moves)"] == pytest.approx(sample.mean())
    assert row["standard error (moves)"] == pytest.approx(sample.std(ddof=1) / 2_000**0.5)
    yes = frames["hands_orderable"].query("method == 'simulate' and cards == 6 and orderable")
    row = TABLES["hands_orderable"].make(frames).set_index("cards").loc[6]
    assert row["simulated (%)"] == pytest.approx(100 * yes["probability"].iloc[0])
    assert row["standard error (%)"] == pytest.approx(100 * yes["standard_error"].iloc[0])


def test_figures_have_lines_for_what_is_known_and_points_for_what_was_simulated(frames):
    left, right = PLOTS["hands_orderable"].make(frames)
    assert [series.mark for series in left.series] == ["bars", "points"]
    assert right.series[0].y[-1] == pytest.approx(1.42493e-24, rel=1e-5)


def test_the_map_has_hands_in_100_by_cards_and_moves(frames):
    [heat] = PLOTS["hands_grid"].make(frames)
    assert (heat.columns, heat.rows) == ([*"3456789"], [*"01234"])
    hands = np.array(heat.values)
    assert np.nansum(hands, axis=0) == pytest.approx([100] * 7)
    moves = TABLES["hands_moves"].make(frames).set_index("cards")
    assert hands[2, 2:] == pytest.approx(moves["needs 2 (%)"][5:10].to_numpy())
    assert np.isnan(hands[:, 0]).sum() == 3
    assert heat.finding == ""
    whole = pd.DataFrame({13: [0.02, 0.2, 7.8, 48.0, 41.0, 2.9, 0.001]})
    assert artefacts.three_or_four(whole)
    assert not artefacts.three_or_four(whole[:6])
    assert not artefacts.three_or_four(whole / 2)
    assert PLOTS["hands_grid"].make({"hands_moves": frames["hands_moves"][:0]}) == []


@pytest.mark.parametrize("cards", [0, 1, 7, 13])
def test_the_hand_that_is_shown_ends_in_order(cards):
    (listing,) = hand(np.random.default_rng(8), cards)
    names = {named(card): card for card in range(52)}
    shown = [row[-1].replace("(", "").replace(")", "").replace("▸ ", "") for row in listing.rows]
    hands = [tuple(names[word] for word in row.replace("▸", "").split()) for row in shown]
    assert all(sorted(row) == sorted(hands[0]) for row in hands)
    assert len(hands[0]) == cards
    assert ordered(suits(hands[-1]))
    assert not any(ordered(suits(row)) for row in hands[:-1])
    assert [row[0] for row in listing.rows] == list(range(len(hands)))
    assert [row[1] for row in listing.rows] == [len(collapsed(suits(row))) for row in hands]

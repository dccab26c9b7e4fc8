"""The tables, figures and shows of the Devil's coins, made of real answers, many and few."""

import numpy as np
import pandas as pd
import pytest

from answers import frame
from sweepstake.puzzles.coins import PUZZLE
from sweepstake.puzzles.coins.report.artefacts import unplannable
from sweepstake.report.page.declared import completed

TABLES = {table.name: completed(table) for table in PUZZLE.tables}
PLOTS = {plot.name: completed(plot) for plot in PUZZLE.plots}
SHOWS = {show.name: show for show in PUZZLE.shows}
GROUPS = ("trivial", "cyclic", "symmetric")


@pytest.fixture(scope="module")
def frames():
    verdicts = [(m, c, 2) for m in ("construct", "search", "fixpoint") for c in range(1, 11)]
    verdicts += [(m, c, 3) for m in ("construct", "fixpoint") for c in range(1, 5)]
    verdicts += [("construct", 32, 2), ("construct", 63, 2)]
    plans = [(m, c, 2) for m in ("construct", "search") for c in (1, 2, 3, 4, 8)]
    grouped = [(m, c, 2, g) for m in ("search", "criterion") for c in (2, 3) for g in GROUPS]
    counted = [(m, c, 2) for m in ("search", "formula") for c in (1, 2, 4)]
    taken = [(m, c) for m in ("exact", "formula", "simulate") for c in (1, 2, 4, 8)]
    asked = {
        "coins_verdict": verdicts, "coins_plan": plans, "coins_moves": taken,
        "coins_group": grouped, "coins_plans": counted,
    }  # fmt: skip
    return {question: frame(question, *points, trials=20_000) for question, points in asked.items()}


def made(frames, name):
    """The table, made once of each set of frames."""
    kept = frames.setdefault("made", {})
    if name not in kept:
        kept[name] = TABLES[name].make({q: frames[q] for q in TABLES[name].questions})
    return kept[name]


def drawn(frames, name):
    return PLOTS[name].make({q: frames[q] for q in PLOTS[name].questions})


def listed(name, **params):
    return list(SHOWS[name].listings(np.random.default_rng(3), **params))


def test_the_verdicts_are_those_published(frames, golden):
    table = made(frames, "coins_verdict").set_index("coins")
    for coins, shortest in golden["coins_verdict"]["shortest"].items():
        row = table.loc[int(coins)]
        assert row["plan exists"] == (shortest is not None)
        moves = row["shortest plan (moves)"]
        assert (None if pd.isna(moves) else moves) == shortest
        assert row["states up to turns"] == golden["coins_verdict"]["necklaces"][int(coins) - 1]
    assert table.loc[9, "beliefs met"] == 2
    assert table.loc[4, "computed by"] == "construct, fixpoint, search"
    assert pd.isna(table.loc[32, "beliefs met"])


def test_large_numbers_stay_whole(frames):
    plane = made(frames, "coins_plane").set_index(["coins", "faces"])
    assert plane.loc[(63, 2), "states"] == 2**63
    assert plane.loc[(32, 2), "shortest plan (moves)"] == 2**32 - 1
    ruler = made(frames, "coins_ruler").set_index("coins")
    assert ruler.loc[64, "moves in the plan"] == 2**64 - 1
    assert "18446744073709551615" in ruler.to_csv()


def test_every_certificate_holds(frames):
    ruler, devil = made(frames, "coins_ruler"), made(frames, "coins_devil")
    assert ruler["certificate holds"].all()
    assert list(ruler["coins"][ruler["followed to the end"]]) == [1, 2, 4, 8, 16]
    assert devil["certificate holds"].all()
    assert (devil["largest rotation (places)"] == 1).all()
    assert list(devil["coins"][devil["faces"] == 2]) == [3, 5, 6, 7, 9, 10]


def test_moves_taken_are_half_the_guarantee_in_the_mean(frames):
    table = made(frames, "coins_moves")
    assert list(table["mean (moves)"]) == pytest.approx([0.5, 1.5, 7.5, 127.5])
    assert (table["largest difference from equally likely"] < 1e-12).all()
    off = (table["simulated mean (moves)"] - table["mean (moves)"]).abs()
    assert (off < 5 * table["standard error of the mean"]).all()


def test_people_see_plans_by_coins_and_faces(frames):
    shown = TABLES["coins_plane"].shown(made(frames, "coins_plane"))
    assert shown.to_dict("list") == {
        "coins": [1, 2, 3, 4],
        "2 faces": ["1", "3", "none", "15"],
        "3 faces": ["2", "none", "26", "none"],
    }


def test_people_see_plans_by_coins_and_groups(frames):
    table = made(frames, "coins_group")
    assert {*table["computed by"]} == {"criterion, search"}
    assert TABLES["coins_group"].shown(table).to_dict("list") == {
        "coins": ["2", "3"],
        "trivial": ["3", "7"],
        "cyclic": ["3", "none"],
        "symmetric": ["3", "none"],
    }


def test_the_plan_is_shown_with_a_column_for_every_sequence(golden):
    (shown,) = listed("plan", coins=4, faces=2)
    assert shown.header[3:] == ("HHHH", "HHHT", "HHTT", "HTHT", "HTTT", "TTTT")
    published = golden["coins_verdict"]["beliefs_after_each_move_4"]
    assert [row[2] for row in shown.rows] == published
    assert [row[3:].count("x") for row in shown.rows] == published
    assert len(listed("plan", coins=8, faces=2)[0].header) == 3


def test_a_game_is_shown_up_to_its_win():
    (shown,) = listed("game", coins=4, faces=2)
    assert shown.rows[-1][-1] == "HHHH"
    assert all(row[-1] != "HHHH" for row in shown.rows[:-1])
    assert f"move {len(shown.rows)} of at most 15" in shown.note


def test_what_cannot_be_shown_is_said_in_a_line():
    assert unplannable(4, 2) is None
    assert "no plan for 3 coins" in unplannable(3, 2)
    assert "number of states is 65536" in unplannable(16, 2)


def test_the_plan_for_four_coins_is_drawn_as_its_note_says(frames):
    panel, possible = drawn(frames, "coins_plan")
    [dots] = panel.series
    flipped = dict.fromkeys(dots.x, "")
    for move, place in zip(dots.x, dots.y, strict=True):
        flipped[move] += str(place)
    assert panel.finding.startswith(f"After {len(flipped)} moves only heads are left")
    opposite = dict.fromkeys((2, 6, 10, 14), "02")
    every_second = dict.fromkeys(range(1, 16, 2), "0123")
    assert flipped == every_second | opposite | {4: "01", 8: "0", 12: "01"}
    [left] = possible.series
    plan = frames["coins_plan"][frames["coins_plan"]["coins"] == 4]
    assert {(step, [*left.x].count(step)) for step in left.x} == {
        *zip(plan["step"], plan["beliefs"], strict=True)
    }
    named = [(step, possible.levels[height]) for step, height in zip(left.x, left.y, strict=True)]
    assert named[-5:] == [(13, "HHHH"), (13, "HTHT"), (14, "HHHH"), (14, "TTTT"), (15, "HHHH")]
    assert "moves 2, 6, 10 and 14 two opposite ones, moves 4 and 12" in PLOTS["coins_plan"].note
    none = frames["coins_plan"][frames["coins_plan"]["coins"] != 4]
    assert PLOTS["coins_plan"].make({"coins_plan": none}) == []

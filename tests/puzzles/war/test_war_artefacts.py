"""War's tables, figures and shows, made of real answers, in full and of very few."""

import numpy as np
import pandas as pd
import pytest

from answers import frame
from sweepstake.puzzles.war import PUZZLE
from sweepstake.puzzles.war.report.artefacts import SHOWS, tail
from sweepstake.puzzles.war.report.findings import readings
from sweepstake.puzzles.war.rules import endings
from sweepstake.report.page.declared import completed

TABLES = {table.name: completed(table) for table in PUZZLE.tables}
PLOTS = {plot.name: completed(plot) for plot in PUZZLE.plots}
EVEN = ("exact", "formula", "independent")
pytestmark = pytest.mark.slow


def games(methods, *values):
    return [(method, *values) for method in methods]


@pytest.fixture(scope="module")
def frames():
    asked = {
        ("war_sweep", 20_000): [
            *games(("brute", *EVEN, "simulate"), 4, 2), *games((*EVEN, "simulate"), 13, 4),
        ],
        ("war_rush", 50_000): [
            *games(("exact", "simulate"), 13, 4, 3), *games(("exact", "simulate"), 3, 2, 3),
            ("formula", 100, 2, 0),
        ],
        ("war_length", 60_000): [
            *games(("chain", "simulate"), 3, 2, 3), *games(("chain", "simulate"), 8, 1, 0),
            ("simulate", 13, 4, 1), ("simulate", 13, 4, 3),
        ],
        ("war_endless", 200): [
            *games(("brute", "backward"), 6, 1, 0, "loser"), ("simulate", 13, 4, 3, "player"),
            *games(("brute", "backward"), 6, 1, 0, "player"), ("letter", 13, 4, 3, "player"),
        ],
        ("war_aces", 20_000): games(("chain", "simulate"), 3, 2, 3),
    }  # fmt: skip
    made = {name: frame(name, *points, trials=trials) for (name, trials), points in asked.items()}
    letter = frame("war_aces", ("letter", 13, 4, 3), trials=50)
    return made | {"war_aces": pd.concat([made["war_aces"], letter], ignore_index=True)}


def made(frames, name):
    return TABLES[name].make({q: frames[q] for q in TABLES[name].questions})


def row(table, **wanted):
    for column, value in wanted.items():
        table = table[table[column] == value]
    assert len(table) == 1
    return table.iloc[0]


def test_the_sweep_table_has_the_published_numbers(frames, golden):
    published = golden["war_sweep"]["13x4"]
    deck = row(made(frames, "war_sweep"), ranks=13, suits=4)
    assert deck["probability"] == pytest.approx(published["probability"], rel=1e-14)
    once = deck["by either player, once in (games)"]
    assert once == pytest.approx(published["either_player_once_in_games"], rel=1e-14)
    assert 1 / deck["independent / exact"] == pytest.approx(1.0167508045532485, rel=1e-12)
    assert deck["computed by"] == "exact, formula"
    assert deck["simulated deals"] == 20_000
    assert deck["95% from"] == 0


def test_the_rush_table_has_both_readings(frames, golden):
    table = made(frames, "war_rush")
    whole = table[table["ranks"] == 13]
    published = golden["war_rush"]["13x4 down 3, by the rules"]
    for event, exact in published.items():
        assert row(whole, reading="rules", event=event)["exact"] == exact
    notebook = golden["war_rush"]["13x4 down 3, notebook's reading by face-down cards owed"]
    won = row(whole, reading="notebook", event="A has won")
    assert won["probability"] == pytest.approx(notebook["0"], rel=1e-14)
    assert won["once in (games)"] == pytest.approx(64_615.68091144286)
    for k in "123":
        tied = row(whole, reading="notebook", event=f"tie, {k} owed")
        assert tied["probability"] == pytest.approx(notebook[k], rel=1e-14)


@pytest.mark.parametrize("down", [0, 3])
@pytest.mark.parametrize("reading", ["rules", "notebook"])
def test_each_reading_has_every_ending_once(reading, down):
    events = {event: some for own, event, some in readings(down) if own == reading}
    assert sorted([*events["A has won"], *events["tie"]]) == sorted(endings(down))
    owed = [events[name] for name in events if name.endswith("owed")]
    assert set().union(*owed) == (events["tie"] if owed else set())


def test_whole_games_tell_the_readings_apart(frames):
    table = made(frames, "war_rush")
    small = table[(table["ranks"] == 3) & table["whole games"].notna()]
    off = small.groupby("reading")["whole games off by (standard errors)"]
    assert (off.max() - off.min()).notna().all()
    far = small.set_index("reading")["whole games off by (standard errors)"].abs()
    assert far["rules"].max() < 5
    assert far["notebook"].min() > 20
    won = row(small, reading="rules", event="A has won")
    assert (won["deals"], won["games"]) == (50_000, 60_000)
    both = 2 * won["whole games"]  # B's wins are as likely, so they count, too
    half = (both * (1 - both) / won["games"]) ** 0.5 / 2
    assert won["standard error (games)"] == pytest.approx(half, rel=1e-12)


def test_the_length_table_sums_up_games_and_chains(frames):
    table = made(frames, "war_length")
    computed = row(table, ranks=3, method="chain")
    assert computed["mean (plays)"] == pytest.approx(919 / 195, abs=1e-9)
    assert np.isnan(computed["standard error of the mean"])
    assert pd.isna(computed["games"])
    assert computed["A wins"] == pytest.approx(computed["B wins"])
    played = row(table, ranks=13, down=3)
    assert played["games"] == 60_000
    assert abs(played["mean (plays)"] - 293.8) < 5 * played["standard error of the mean"]
    wins = table[["A wins", "B wins", "tie"]].sum(axis="columns")
    assert wins.to_numpy() == pytest.approx(np.ones(len(table)))


def test_a_tail_falls_from_1_and_stops_at_ten_games(frames):
    rows = frames["war_length"]
    rows = rows[(rows["ranks"] == 13) & (rows["down"] == 3)]
    line = tail("", rows)
    assert all(a > b for a, b in zip(line.y, line.y[1:], strict=False))
    assert line.y[0] > 0.99
    assert line.y[-1] >= 10 / 60_000
    later = rows[rows["plays"] > line.x[50]]
    assert later["count"].sum() / 60_000 == pytest.approx(line.y[50])


def test_figures_are_of_the_deck_most_played(frames):
    left, right = PLOTS["war_length"].make(frames)
    assert left.title == "13 × 4 cards, 3 face down in a war"
    assert 0.99 < sum(left.series[0].y) < 1  # but for the longest games
    [spans] = right.series
    assert spans.x == ["1", "3"]
    for mean, quantiles in zip(spans.y, spans.quantiles, strict=True):
        assert sorted(quantiles) == quantiles
        assert quantiles[1] < mean < quantiles[-1]
    (survival,) = PLOTS["war_survival"].make(frames)
    assert survival.log_y
    titles = [panel.title for panel in PLOTS["war_means"].make(frames)]
    assert titles == ["1 of each rank", "2 of each rank", "4 of each rank"]


def test_lines_that_are_the_same_are_drawn_once():
    lengths = frame("war_length", *(("chain", 2, 2, down) for down in (0, 2, 3)))
    (panel,) = PLOTS["war_means"].make({"war_length": lengths})
    assert [series.label for series in panel.series] == ["0, 2, 3 face down"]


def test_a_play_a_line_is_the_same_game_as_its_hands():
    game, _ = SHOWS
    asked = {"ranks": 13, "suits": 4, "down": 3}
    (plays,) = game.listings(np.random.default_rng(1), **asked)
    (hands,) = game.hands(np.random.default_rng(1), **asked)
    assert plays.note == hands.note
    assert [row[0] for row in hands.rows] == [*range(len(hands.rows))]
    assert plays.rows[3] == (4, "7", "7", "war, 3 cards face down", 28, 22)
    assert plays.rows[7] == (8, "8", "A", "B takes 10", 24, 28)
    for (_, a, b, event, a_has, b_has), before, after in zip(
        plays.rows, hands.rows[:-1], hands.rows[1:], strict=True
    ):
        assert (a, b) == (before[1][0], before[2][0])
        on_table = 0 if "takes" in event else int(len(before[3]) + 2)
        assert a_has + b_has + on_table == 52
        assert (after[4] == before[4] - 1) == (event == "face down")
        if "+" not in after[1]:
            assert a_has == len(after[1])


def test_a_show_refuses_what_cannot_be_shown():
    game, decks = SHOWS
    assert "9; allowed: an even number of cards" in game.objection(ranks=3, suits=3, down=0)
    assert "at most 26" in decks.objection(ranks=13, suits=4, battles=27)
    assert decks.objection(ranks=13, suits=4, battles=26) is None


def test_the_endless_table_has_what_was_counted_or_its_interval(frames):
    table = made(frames, "war_endless")
    counted = row(table, ranks=6, order="loser")
    assert counted["endless"] == pytest.approx(0.1)
    assert np.isnan(counted["95% from"])
    assert counted["computed by"] == "backward, brute"
    played = row(table, ranks=13)
    assert played["random deals"] == 200
    assert played["95% from"] < played["endless"] < played["95% to"]
    shares = table[["A wins", "B wins", "tie", "endless"]].sum(axis=1)
    assert shares.tolist() == pytest.approx([1] * len(table))

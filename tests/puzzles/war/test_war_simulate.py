"""War as simulated, against all that is known of it."""

from math import sqrt

import numpy as np
import pytest

from running import some
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import shuffle, stream, word
from sweepstake.puzzles.war import chain, exact, rules, simulate
from sweepstake.puzzles.war.kernels import games
from sweepstake.puzzles.war.kernels.battles import BLOCK, battles
from sweepstake.stats.goodness import chi_square
from sweepstake.stats.summary import pooled

LEAST = 1e-5  # what a p-value may be: rarer than 4 standard errors
DECKS = ((2, 2, 3), (3, 2, 3), (4, 2, 0), (4, 2, 1), (4, 2, 3), (2, 4, 0), (2, 4, 1), (2, 4, 3),
         (8, 1, 0), (1, 8, 2), (3, 4, 2), (4, 3, 1))  # fmt: skip


def plays_and_counts(sample):
    return [plays for plays, _ in sample], list(sample.counts.values())


def mean_and_deviation(sample):
    plays, shares = pooled(*plays_and_counts(sample))
    mean = plays @ shares
    return mean, sqrt((plays - mean) ** 2 @ shares)


def probabilities(sample):
    return {outcome: float(sample[outcome]) for outcome in sample}


@pytest.mark.parametrize(("ranks", "suits", "down"), some(DECKS, DECKS[:-1]))
def test_games_are_as_long_and_won_as_the_chain_says(ranks, suits, down):
    sample = simulate.length(stream(1, "length"), 200_000, ranks, suits, down)
    known = chain.length(ranks, suits, down)
    assert chi_square(sample.counts, known.counts) > LEAST
    mean, deviation = mean_and_deviation(known)
    assert abs(mean_and_deviation(sample)[0] - mean) <= 5 * deviation / sqrt(sample.total)


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 2), (4, 2), (3, 4), (10, 1), (2, 5)])
def test_sweeps_come_as_often_as_they_should(ranks, suits):
    sample = simulate.sweep(stream(2, "sweep"), 300_000, ranks, suits)
    assert chi_square(sample.counts, probabilities(exact.sweep(ranks, suits))) > LEAST


@pytest.mark.parametrize("down", [0, 1, 3])
@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (4, 2), (1, 6), (3, 4), (2, 5), (13, 4)])
def test_dealt_cards_run_out_as_often_in_every_way(ranks, suits, down):
    sample = simulate.rush(stream(3, "rush"), 300_000, ranks, suits, down)
    assert sample.total == sum(sample.counts.values()) == 300_000
    assert chi_square(sample.counts, probabilities(exact.rush(ranks, suits, down))) > LEAST


def test_the_published_sample_of_the_whole_deck(golden):
    published = golden["war_length"]["13x4 down 3"]
    games = published["games"]
    sample = simulate.length(stream(4, "golden"), games, 13, 4, 3)
    mean, deviation = mean_and_deviation(sample)
    error = sqrt(2) * published["sd"] / sqrt(games)  # two samples; the tail is exponential
    assert abs(mean - published["mean"]) <= 0.5 + 5 * error
    assert abs(deviation - published["sd"]) <= 0.5 + 5 * error * sqrt(2)
    below = sum(
        count for (plays, _), count in sample.counts.items() if plays <= published["median"]
    )
    assert abs(below / games - 0.5) <= 0.005
    assert min(plays for plays, _ in sample) >= published["min"] == 26
    at_mode = sum(sample[published["mode"], winner] for winner in simulate.WINNERS)
    commonest = pooled(*plays_and_counts(sample))[1].max()
    assert commonest - at_mode <= 5 * sqrt(2 * commonest / games)


class PickedUp:
    """How the kernel picks the table up, for games by the rules: the same bits of one stream.

    A turn takes 16 bits: one a play, and none from its first tie on. It is over after 16 plays, or
    when the shorter hand that began it has been played.
    """

    def __init__(self, state, hand):
        self.state, self.coins, self.left = state, int(word(state)), 4
        self.hands, self.played, self.most = [hand, hand], 0, min(hand, BLOCK)

    def __call__(self, table):
        played = len(table) // 2
        a_wins = table[-2] > table[-1]
        for player, takes in ((0, a_wins), (1, not a_wins)):
            self.hands[player] += played if takes else -played
        if len(table) > 2:
            self.turn()
            cards = np.array([*table[0::2], *table[1::2], *[0] * BLOCK], np.uint16)
            shuffle(self.state, cards, 0, len(table))
            return tuple(map(int, cards[: len(table)]))
        coin = self.coins >> self.played & 1
        self.played += 1
        if self.played == self.most:
            self.turn()
        return table[::-1] if coin else table

    def turn(self):
        self.coins, self.left = self.coins >> BLOCK, self.left - 1
        if not self.left:
            self.coins, self.left = int(word(self.state)), 4
        self.played, self.most = 0, min(*self.hands, BLOCK)


GAMES = [(13, 4, 3), (13, 4, 0), (2, 1, 0), (1, 2, 0), (1, 12, 3), (3, 4, 0), (2, 6, 1), (40, 1, 2),
         (26, 2, 200), (52, 1, 0), (2, 2, 3), (30, 4, 7), (260, 2, 200)]  # fmt: skip


@pytest.mark.parametrize(("ranks", "suits", "down"), some(GAMES, GAMES[:-1]))
def test_the_kernel_plays_the_rules_card_by_card(ranks, suits, down):
    deck = games.packed(rules.deck(ranks, suits))
    for number in range(40 if ranks < 100 else 1):
        plays, winners, highest = games.play(stream(11, "game", number), deck.copy(), 1, down)
        state, dealt = stream(11, "game", number), deck.copy()
        shuffle(state, dealt, 0, len(dealt))
        half = len(dealt) // 2
        start = rules.State(tuple(map(int, dealt[:half])), tuple(map(int, dealt[half:])))
        *before, last = rules.game(start, down, PickedUp(state, half))
        assert (len(before), last.winner) == (plays[0], games.WINNERS[winners[0]])
        assert (dealt[:half] == ranks - 1).sum() == highest[0]


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("table", range(1, 12))
def test_cards_of_a_war_are_picked_up_as_any_cards_are_shuffled(table, kind):
    """By kernels and by their Python source: A's cards first, then B's, all shuffled."""
    games.declare()
    for number in range(20):
        before = np.arange(100, dtype=kind)
        copied, picked, plain = before.copy(), before.copy(), before.copy()
        copied[70 : 70 + 2 * table] = [*range(5, 5 + table), *range(40, 40 + table)]
        states = [stream(14, "table", number) for _ in range(3)]
        shuffle(states[0], copied, 70, 70 + 2 * table)
        games.pick_up(picked, 5, 40, 70, table, states[1])
        picked_up_plainly(plain, table, states[2])
        assert (picked[:70] == before[:70]).all()
        for cards, state in ((picked, states[1]), (plain, states[2])):
            assert (cards[70 : 70 + 2 * table] == copied[70 : 70 + 2 * table]).all()
            assert (state == states[0]).all()


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32])
def test_battles_in_a_kernel_are_those_of_their_python_source(kind):
    games.declare()
    rng = np.random.default_rng(1)
    for number in range(300):
        moved = rng.integers(1, 200, 200).astype(kind)
        plain, coins = moved.copy(), np.uint64(rng.integers(1 << 16))
        played, won = fought(moved, 0, 20, 40, 120, number % (BLOCK + 1), coins)
        assert (played, won) == battles(plain, 0, 20, 40, 120, number % (BLOCK + 1), coins)
        for end, size in ((40, 2 * won), (120, 2 * (played - won))):
            assert (moved[:40] == plain[:40]).all()
            assert (moved[end : end + size] == plain[end : end + size]).all()
            assert (moved[end + 32 : end + 80] == plain[end + 32 : end + 80]).all()


@compiled
def fought(cards, a, b, end_a, end_b, most, coins):
    return battles(cards, a, b, end_a, end_b, most, coins)


def picked_up_plainly(cards, table, state):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(games, "shuffle_few", games.shuffle_few.py_func)
        games.pick_up.py_func(cards, 5, 40, 70, table, state)


@pytest.mark.parametrize(("ranks", "suits", "down"), [(13, 4, 3), (3, 4, 0), (40, 1, 2)])
def test_games_side_by_side_are_as_many_as_asked_and_alike(ranks, suits, down):
    """The games that begin first, and those that begin on tables that others have left."""
    deck = games.packed(rules.deck(ranks, suits))
    for asked in (1, games.GAMES - 1, games.GAMES, games.GAMES + 1, 40):
        plays, winners, _ = games.play(stream(12, "many", asked), deck.copy(), asked, down)
        assert len(plays) == len(winners) == asked
        assert plays.min() >= len(deck) // 2
        assert winners.max() <= 2
    plays, _, _ = games.play(stream(13, "alike"), deck, 40_000, down)
    early, late = plays[:20_000], plays[20_000:]
    error = sqrt(early.var() / len(early) + late.var() / len(late))
    assert abs(early.mean() - late.mean()) < 5 * error

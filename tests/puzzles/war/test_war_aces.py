"""What aces are worth, and games by the letter: against what is known of War otherwise."""

from collections import Counter
from math import comb

import pytest

from sweepstake.ask import answer
from sweepstake.core.distribution import as_distribution
from sweepstake.core.stream import stream
from sweepstake.puzzles.war import chain, letter, simulate
from sweepstake.puzzles.war.rules import APART, EVEN

DECKS = [(2, 2, 0), (3, 2, 3), (2, 4, 1), (4, 1, 0)]
MORE = [(1, 2, 0), (1, 4, 1), (2, 1, 0), (2, 2, 1), (2, 2, 3), (2, 3, 1), (3, 2, 0), (3, 2, 1),
        (4, 1, 2), (6, 1, 0)]  # fmt: skip


def summed(answer, start):
    """Probabilities of what is left of each outcome from `start` on."""
    sums = Counter()
    for outcome in answer:
        sums[outcome[start:]] += float(answer[outcome])
    return sums


@pytest.mark.parametrize("deck", [*DECKS, *MORE])
def test_without_the_aces_it_is_the_length_of_a_game(deck):
    lengths, known = summed(chain.aces(*deck, EVEN), 1), chain.length(*deck)
    common = {o: float(known[o]) for o in known if known[o] > 1e-12}
    assert {o: lengths[o] for o in common} == pytest.approx(common, rel=1e-12)


@pytest.mark.parametrize(("ranks", "suits", "down"), DECKS)
def test_aces_are_dealt_hypergeometrically(ranks, suits, down):
    games, half = chain.aces(ranks, suits, down, EVEN), ranks * suits // 2
    dealt = Counter()
    for number, _, _ in games:
        dealt[number] = sum(games[o] for o in games if o[0] == number)
    assert dealt == pytest.approx(
        {k: comb(suits, k) * comb(2 * half - suits, half - k) / comb(2 * half, half) for k in dealt}
    )


@pytest.mark.parametrize(("ranks", "suits", "down"), [(3, 2, 1), (4, 2, 3), (5, 1, 0), (3, 3, 0)])
def test_the_aces_alone_are_played_alike_in_three_ways(ranks, suits, down):
    deck = {"ranks": ranks, "suits": suits, "down": down, "hands": APART}
    known = summed(chain.aces(**deck), 1)
    for play, trials in ((simulate.aces, 200_000), (letter.ACES.answer, 100_000)):
        sample = as_distribution(play(stream(4, "alone"), trials, **deck))
        assert {number for number, _, _ in sample} == {suits}
        for (plays, winner), share in known.items():
            error = (share * (1 - share) / trials) ** 0.5
            assert abs(float(sample[suits, plays, winner]) - share) < 5 * error + 5 / trials


def test_the_aces_alone_never_lose_if_nothing_lies_face_down():
    sample = simulate.aces(stream(5, "alone"), 100_000, 13, 4, 0, APART)
    assert {winner for _, _, winner in sample} == {"A"}


def test_one_rank_can_not_be_dealt_apart():
    with pytest.raises(ValueError, match="ranks is 1, so B has no cards; allowed: at least 2"):
        answer("war_aces", ranks=1, suits=4, down=0, hands="apart")
    assert len(answer("war_aces", ranks=3, suits=3, down=0, hands="apart", method="chain")) > 1

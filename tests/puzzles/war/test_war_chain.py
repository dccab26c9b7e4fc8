"""How long War lasts: the chain of packets against known means, rushes and fair walks."""

from collections import Counter
from functools import partial
from itertools import permutations

import pytest

import sweepstake
from sweepstake.core.markov import absorptions, explored
from sweepstake.puzzles.war import formula
from sweepstake.puzzles.war.chain import length
from sweepstake.puzzles.war.rules import dealt, deck, played


def mean(lengths):
    return sum(plays * mass for (plays, _), mass in lengths.counts.items())


@pytest.mark.parametrize(
    ("deck", "plays"), [((2, 2, 3), 10 / 3), ((3, 2, 3), 919 / 195), ((6, 1, 0), 9), ((1, 6, 2), 3)]
)
def test_means_are_the_known_fractions(deck, plays):
    assert mean(length(*deck)) == pytest.approx(plays, abs=1e-9)


@pytest.mark.parametrize(("ranks", "suits", "down"), [(3, 2, 0), (4, 2, 1), (4, 2, 3)])
def test_a_game_over_when_the_dealt_cards_are_is_a_rush(ranks, suits, down):
    """So the chain, too, contradicts the notebook's reading of how the first plays end."""
    shortest, rush = length(ranks, suits, down), formula.rush(ranks, suits, down)
    plays = ranks * suits // 2
    tied = sum(rush[e] for e in rush if e.startswith("tie"))
    won = sum(rush[e] for e in rush if e.startswith(("battle", "war")))
    for winner, share in (("A", won), ("B", won), ("tie", tied)):
        assert shortest[plays, winner] == pytest.approx(float(share), rel=1e-13)
    assert min(p for p, _ in shortest) == plays


def by_the_rules(state, down):
    """The states after a play of ordered hands, for every order of picking up the table."""
    if state.over:
        return {}
    orders = permutations((*state.table, state.a[0], state.b[0]))
    return Counter(played(state, down, lambda _, order=order: order) for order in orders)


@pytest.mark.parametrize(("ranks", "suits", "down"), [(2, 2, 0), (2, 2, 1), (3, 2, 3), (4, 1, 0)])
def test_packets_are_the_game_of_ordered_hands(ranks, suits, down):
    start = Counter(map(dealt, permutations(deck(ranks, suits))))
    lengths, winners = Counter(), length(ranks, suits, down)
    for plays, ended in enumerate(absorptions(explored(start, partial(by_the_rules, down=down)))):
        for state, mass in ended.items():
            lengths[plays, state.winner] += mass
    common = {outcome: winners[outcome] for outcome in winners if winners[outcome] > 1e-12}
    assert {outcome: lengths[outcome] for outcome in common} == pytest.approx(common, rel=1e-12)


def test_decks_of_too_many_deals_are_refused():
    question = sweepstake.questions()["war_length"]
    assert question.method("chain", {"ranks": 5, "suits": 2, "down": 3})
    with pytest.raises(ValueError, match=r"deals .* is 7484400; .* chain: at most 4000000"):
        question.method("chain", {"ranks": 6, "suits": 2, "down": 3})

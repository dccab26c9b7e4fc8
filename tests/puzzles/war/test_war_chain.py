"""How long War lasts: the chain of packets against known means, rushes and fair walks."""

from collections import Counter
from functools import partial
from itertools import permutations

import pytest

import sweepstake
from chains import mean_time
from running import some
from sweepstake.core.markov import absorptions, explored
from sweepstake.puzzles.war import formula
from sweepstake.puzzles.war.chain import after_play, deals, length
from sweepstake.puzzles.war.rules import EVEN, dealt, deck, played


def mean(lengths):
    return sum(plays * mass for (plays, _), mass in lengths.counts.items())


@pytest.mark.parametrize(
    ("deck", "plays"), [((2, 2, 3), 10 / 3), ((3, 2, 3), 919 / 195), ((6, 1, 0), 9), ((1, 6, 2), 3)]
)
def test_means_are_the_known_fractions(deck, plays):
    assert mean(length(*deck)) == pytest.approx(plays, abs=1e-9)


SOLVED = [(4, 2, 0), (4, 2, 3), (2, 4, 0), (2, 4, 2), (8, 1, 0), (3, 4, 1)]


@pytest.mark.parametrize(("ranks", "suits", "down"), some(SOLVED, SOLVED[:-1]))
def test_the_mean_solves_the_linear_system(ranks, suits, down):
    start = Counter(position for _, position in deals(ranks, suits, EVEN))
    chain = explored(start, partial(after_play, down=down))
    assert mean(length(ranks, suits, down)) == pytest.approx(mean_time(chain), abs=1e-9)


RUSHES = [(2, 2, 1), (3, 2, 0), (4, 2, 1), (4, 2, 3), (2, 4, 0), (5, 2, 2)]


@pytest.mark.parametrize(("ranks", "suits", "down"), some(RUSHES, RUSHES[:-1]))
def test_a_game_over_when_the_dealt_cards_are_is_a_rush(ranks, suits, down):
    """So the chain, too, contradicts the notebook's reading of how the first plays end."""
    shortest, rush = length(ranks, suits, down), formula.rush(ranks, suits, down)
    plays = ranks * suits // 2
    tied = sum(rush[e] for e in rush if e.startswith("tie"))
    won = sum(rush[e] for e in rush if e.startswith(("battle", "war")))
    assert shortest[plays, "A"] == pytest.approx(float(won), rel=1e-13)
    assert shortest[plays, "B"] == pytest.approx(float(won), rel=1e-13)
    assert shortest[plays, "tie"] == pytest.approx(float(tied), rel=1e-13)
    assert min(p for p, _ in shortest) == plays


@pytest.mark.parametrize(("ranks", "suits"), [(8, 1), (4, 2)])
def test_cards_face_down_matter_in_wars_only(ranks, suits):
    few, many = length(ranks, suits, 0), length(ranks, suits, 3)
    assert (few == many) == (suits == 1)


def test_unseen_orders_are_not_told_apart():
    start = Counter(position for _, position in deals(8, 1, EVEN))
    chain = explored(start, partial(after_play, down=0))
    assert len(chain.start) == 28_912
    after = after_play((((1,), (2,)), ((0,), (3,)), (), 0), 0)
    assert after == {(((2,), (0, 1)), ((3,),), (), 0): 1}


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

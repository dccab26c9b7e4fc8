"""The ruler's plan: Pascal's triangle, a certificate, and everything followed to the end."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.coins import beliefs, certificate, construct, rules
from sweepstake.puzzles.coins.proof import Relations, relations
from sweepstake.puzzles.coins.report import artefacts
from sweepstake.puzzles.coins.ruler import Ruler, TwoTurns, plan_for, ruler, ruler_for


@pytest.mark.parametrize(("coins", "faces"), [(2, 2), (4, 2), (64, 2), (3, 3), (2, 4), (1, 6)])
def test_a_certificate_with_a_fault_is_refused(coins, faces):
    plan = ruler_for(coins, faces)
    shown = relations(plan)
    count = len(plan.moves)
    later = (*shown.turns[:-1], (0,) * (count - 1) + (1,))
    assert not certificate.ruled(plan, replace(shown, turns=later))
    assert not certificate.ruled(plan, replace(shown, multiples=shown.multiples[:-1] + later[-1:]))
    assert not certificate.ruled(replace(plan, order=plan.order + 1), shown)
    doubled = (*plan.moves[:-1], tuple(2 * c for c in plan.moves[-1]))
    assert not certificate.ruled(replace(plan, moves=doubled), shown)
    if count > 1:
        swapped = replace(plan, moves=(plan.moves[1], plan.moves[0], *plan.moves[2:]))
        assert not certificate.ruled(swapped, shown)


def test_each_property_of_a_certificate_is_needed():
    zeros = ((0, 0),) * 2
    first, second, third = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    circular = Ruler(3, 2, (third, second, first), 2)  # three coins have no plan
    shown = Relations(((0,) * 3,) * 3, ((1, 0, 1), (1, 1, 0), (0, 1, 1)))
    assert not certificate.ruled(circular, shown)
    half = Ruler(1, 4, ((2,), (1,)), 2)  # 2 x 1 is not 0 of four faces, but 2
    assert not certificate.ruled(half, Relations(zeros, zeros))
    assert certificate.ruled(half, Relations(((0, 0), (1, 0)), zeros))
    long = Ruler(2, 2, ((1, 1), (1, 0)), 4)  # longer than there are states
    assert not certificate.ruled(long, Relations(zeros, ((0, 0), (1, 0))))


@pytest.mark.parametrize(("coins", "faces"), [(1, 2), (2, 2), (4, 2), (8, 2), (3, 3), (2, 8)])
def test_the_belief_is_followed_as_by_the_rules(coins, faces):
    followed = beliefs.left(ruler_for(coins, faces)).tolist()
    by_rules = [
        1 + len({rules.necklace(s) for s in belief})
        for belief in rules.beliefs(plan_for(coins, faces), coins, faces)
    ]
    assert followed == by_rules


@pytest.mark.slow
def test_sixteen_coins_are_won_in_65535_moves_and_not_in_65534():
    left = beliefs.left(ruler_for(16))
    assert len(left) == 2**16
    assert left[-1] == 1
    assert left[-2] == 2
    assert left[0] == 4116


@given(st.integers(1, 64), st.integers(2, 64))
def test_there_is_a_plan_exactly_for_powers_of_the_same_prime(coins, faces):
    def primes(number):
        return {
            p for p in range(2, number + 1) if number % p == 0 and all(p % d for d in range(2, p))
        }

    wanted = coins == 1 or (primes(coins) == primes(faces) and len(primes(coins)) == 1)
    assert isinstance(ruler(coins, faces), TwoTurns) != wanted


@pytest.mark.parametrize(
    ("primes", "coins", "faces"),
    [((2, 2), 2, 2), ((2, 3), 3, 3), ((3, 5), 3, 4), ((4, 3), 4, 3), ((3, 4), 3, 4),
     ((1, 2), 5, 2)],
)  # fmt: skip
def test_two_turns_must_be_of_two_primes_that_divide(primes, coins, faces):
    assert not certificate.two_turns(TwoTurns(*primes), coins, faces)


def test_a_certificate_that_does_not_hold_is_not_passed_on(monkeypatch):
    monkeypatch.setattr(construct, "ruled", lambda plan, shown: False)
    with pytest.raises(ArithmeticError, match="does not hold"):
        construct.verdict(4, 2)


@pytest.mark.parametrize(("coins", "faces"), [(8, 2), (32, 2), (3, 9), (4, 8), (1, 6)])
def test_the_certificate_that_is_shown_can_be_added_up_by_a_reader(coins, faces):
    [shown] = artefacts.certificate(np.random.default_rng(1), coins, faces)
    moves, product = [], 1

    def added(text):
        total = np.zeros(coins, int)
        for part in text.split(" + ") if text != "0" else []:
            times, _, name = part.rpartition(" ")
            total += int(times or 1) * moves[int(name.removeprefix("b_"))]
        return (total % faces).tolist()

    for k, flipped, times, multiple, turn in shown.rows:
        move = np.array([flipped.count(position) for position in rules.POSITIONS[:coins]])
        assert k == len(moves)
        assert added(multiple) == (times * move % faces).tolist()
        assert added(turn) == ((np.roll(move, 1) - move) % faces).tolist()
        moves.append(move)
        product *= times
    assert len(shown.rows[-1][1]) == 1
    assert product == faces**coins

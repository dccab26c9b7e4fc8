"""Dixon's lifting solves the equations of a component exactly."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.game.solving.lifting import PRIMES, _through, solution

numbers = st.fractions(-9, 9, max_denominator=50)


@st.composite
def systems(draw):
    """Equations of a chain from each state of which there is a way out, and two right sides."""
    n = draw(st.integers(1, 12))
    rows = {}
    for k in range(n):
        nexts = draw(st.lists(st.integers(0, n - 1), max_size=4, unique=True))
        weights = [draw(st.integers(1, 99)) for _ in nexts]
        unit = sum(weights) + draw(st.integers(1, 9))
        rows[k] = {m: Fraction(w, unit) for m, w in zip(nexts, weights, strict=True)}
    return rows, {k: [draw(numbers), draw(numbers)] for k in range(n)}


@settings(max_examples=30)
@given(systems())
def test_a_solution_meets_its_equations_in_fractions(system):
    assert solves(solution(*system), *system)


def solves(found, rows, sides):
    """Is x = P x + b?"""
    return all(
        found[n][k] == sum((p * found[m][k] for m, p in rows[n].items()), b)
        for n, right in sides.items()
        for k, b in enumerate(right)
    )


def ring(n):
    """A walk to and fro, from which a play leaves at one place."""
    third = Fraction(1, 3)
    rows = {k: {(k + 1) % n: third, (k - 1) % n: 2 * third} for k in range(n)}
    rows[0] = {1: third}
    return rows, {k: [Fraction(1, k + 1)] for k in range(n)}


@settings(max_examples=30)
@given(systems(), st.permutations(range(12)))
def test_where_all_cycles_pass_one_state_the_equations_are_met_too(system, order):
    """Steps lead on in some order, or back to the first state; the numbers follow no order."""
    rows, sides = system
    names = [n for n in order if n in rows]
    rank = {n: k for k, n in enumerate(names)}
    turns = {
        n: {m if rank[m] > rank[n] else names[0]: p for m, p in row.items()}
        for n, row in rows.items()
    }
    assert solves(solution(turns, sides), turns, sides)


def test_a_state_that_all_cycles_pass_is_found():
    sixth = Fraction(1, 6)
    turn = {k: {0: sixth, **{m: sixth for m in (k + 1, k + 2) if m < 40}} for k in range(40)}
    sides = {k: [Fraction(1, k + 1)] for k in turn}
    assert _through(turn) == (0, [*range(39, 0, -1)])
    assert _through(ring(40)[0]) is None
    assert solves(solution(turn, sides), turn, sides)


def test_many_digits_are_read_off():
    found = solution(*ring(60))
    assert solves(found, *ring(60))
    assert max(x.denominator for [x] in found.values()) > PRIMES[0] ** 2


def test_where_a_prime_divides_a_pivot_the_next_answers():
    rows, sides = ring(40)
    rows[40] = {40: Fraction(2**62 - PRIMES[0], 2**62)}
    sides[40] = [Fraction(1)]
    assert solves(solution(rows, sides), rows, sides)
    assert solution(rows, sides)[40] == [Fraction(2**62, PRIMES[0])]

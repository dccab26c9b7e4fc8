"""Dixon's lifting solves the equations of a component as elimination in fractions does."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.game.solving.elimination import solved
from sweepstake.game.solving.lifting import PRIME, lifted, solution

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
def test_lifting_equals_elimination(system):
    assert lifted(*system) == solved(*system)


def ring(n):
    """A walk to and fro, from which a play leaves at one place."""
    third = Fraction(1, 3)
    rows = {k: {(k + 1) % n: third, (k - 1) % n: 2 * third} for k in range(n)}
    rows[0] = {1: third}
    return rows, {k: [Fraction(1, k + 1)] for k in range(n)}


def test_many_digits_are_read_off():
    found = lifted(*ring(60))
    assert found == solved(*ring(60))
    assert max(x.denominator for [x] in found.values()) > PRIME**2


def test_where_the_prime_divides_a_pivot_elimination_answers():
    rows, sides = ring(40)
    rows[40] = {40: Fraction(2**62 - PRIME, 2**62)}
    sides[40] = [Fraction(1)]
    assert solution(rows, sides) == solved(rows, sides)
    assert solution(rows, sides)[40] == [Fraction(2**62, PRIME)]

"""Dixon's lifting solves the equations of a component exactly."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.game.solving import lifting, refining
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


@pytest.fixture
def by_digits(monkeypatch):
    """Even a few equations are solved by binary digits, and never modulo a prime."""
    monkeypatch.setattr(lifting, "FEW", 0)
    monkeypatch.setattr(lifting, "_through", lambda rows: None)
    monkeypatch.setattr(lifting, "_solution", None)


@settings(max_examples=50)
@given(systems(), st.integers(-(2**200), 2**200))
def test_binary_digits_meet_the_equations_too(system, large):
    """With right sides of any size and sign."""
    rows, sides = system
    sides = {n: [a, b * large, Fraction(0)] for n, (a, b) in sides.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lifting, "FEW", 0)
        patch.setattr(lifting, "_through", lambda rows: None)
        patch.setattr(lifting, "_solution", None)
        found = solution(rows, sides)
    if any(rows.values()):
        assert all(len(values) == 3 for values in found.values())
    for k in range(3):
        right = {n: [side[k]] for n, side in sides.items()}
        assert solves({n: [values[k]] for n, values in found.items()}, rows, right)


@pytest.mark.usefixtures("by_digits")
@pytest.mark.parametrize("places", [60, 400])
def test_thousands_of_binary_digits(places):
    rows, sides = ring(places)
    assert solves(solution(rows, sides), rows, sides)


def walk(n, stays):
    """A fair walk that nearly always stays where it is."""
    step = (1 - stays) / 2
    rows = {k: {k: stays, **{m: step for m in (k - 1, k + 1) if 0 <= m < n}} for k in range(n)}
    return rows, {k: [Fraction(1)] for k in rows}


@pytest.mark.usefixtures("by_digits")
def test_a_slow_walk_takes_as_long_as_is_known():
    found = solution(*walk(300, Fraction(9, 10)))
    assert [x for [x] in found.values()] == [10 * (k + 1) * (300 - k) for k in range(300)]


def drift(n):
    """A walk that nearly never gets to its only exit."""
    tenth = Fraction(1, 10)
    return {k: {min(k + 1, n - 1): 9 * tenth, **({k - 1: tenth} if k else {})} for k in range(n)}


FINE = ring(60)[0] | {0: {0: Fraction(1, 2), 1: Fraction(1, 10**30)}}


@pytest.mark.parametrize("rows", [FINE, drift(60)])
def test_what_floats_cannot_solve_is_solved_modulo_a_prime(rows, monkeypatch):
    monkeypatch.setattr(lifting, "FEW", 0)
    sides = {n: [Fraction(1)] for n in rows}
    with pytest.raises(refining.TooHardError):
        refining.Equations(lifting._in_integers(rows)[0])
    assert solves(solution(rows, sides), rows, sides)


def test_digits_that_floats_get_wrong_are_noticed(monkeypatch):
    """If the factors are of other equations, or the digits of another solution."""
    rows, sides = ring(60)
    matrix, units = lifting._in_integers(rows)
    right = {n: int(side * 10**6) * units[n] for n, [side] in sides.items()}
    equations = refining.Equations(matrix)
    exact = lifting._refined(matrix, equations, right)
    assert exact == lifting._refined(matrix, refining.Equations(matrix), right)
    equations.factors = refining.Equations(
        lifting._in_integers(walk(60, Fraction(1, 2))[0])[0]
    ).factors
    assert lifting._refined(matrix, equations, right) is None
    other = {n: {m: a + (n == m) for m, a in row.items()} for n, row in matrix.items()}
    monkeypatch.setattr(lifting, "_bits", lambda matrix: 2_000)
    assert lifting._refined(matrix, refining.Equations(other), right) is None

"""The exact solution of a chain's linear equations, x = P x + b, in fractions.

If all cycles pass one state, as the turns of many games begin in one, substitution is quicker: in
the order of the other states, x[n] = a[n] + b[n] x[state], so the state has one equation.

Many equations are solved to many binary digits (`refining`). Enough digits determine fractions with
one denominator. These are checked in the equations, in integers; if they do not solve them exactly,
more digits are computed.

A few equations, and those that floats can't solve, are solved by p-adic lifting (Dixon 1982):
A x = c is solved modulo a prime p by sparse elimination. With the same factors, the remainder
(c - A x) / p gives the next digit of x to base p; then as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from heapq import heapify, heappop, heappush
from math import isqrt, lcm, log2
from typing import TYPE_CHECKING

from sweepstake.errors import TooLargeError
from sweepstake.puzzle.method import patience, report

if TYPE_CHECKING:
    from sweepstake.game.solving.refining import Equations

Row = dict[int, Fraction]
Sides = dict[int, list[Fraction]]
"""The right-hand sides by state, one for each system that is solved at once."""
PRIMES = (2**61 - 1, 2**89 - 1, 2**107 - 1, 2**127 - 1)
"""If a prime divides a pivot, the next one is used."""
EVERY = 64
"""Equations between two progress reports."""
FIRST_DIGITS = 2
"""Digits after which fractions are first computed from them."""

FEW = 400
"""Up to so many equations are solved without floats; importing SciPy takes longer."""
FIRST_PLACES = 256
"""Binary digits after which fractions are first looked for."""
Integers = dict[int, dict[int, int]]
Quotients = tuple[dict[int, int], int]
"""Numerators by state, and one denominator."""


class LongFractionsError(TooLargeError):
    """The fractions have more digits than the method waits for."""


class SingularError(ArithmeticError):
    """There is no inverse modulo the prime."""


def solution(rows: Mapping[int, Row], sides: Sides) -> Sides:
    """The x with x[n] = sum of rows[n][m] x[m] + sides[n], of the same shape as `sides`.

    Every state must have a way out: P^t goes to 0.

    >>> half = Fraction(1, 2)
    >>> solution({0: {1: half}, 1: {0: half}}, {0: [Fraction(1)], 1: [Fraction(0)]})
    {0: [Fraction(4, 3)], 1: [Fraction(2, 3)]}
    """
    if not any(rows.values()):
        return sides
    if len(rows) == 1:  # a single state that only returns to itself
        [(n, row)] = rows.items()
        scale = 1 / (1 - row[n])
        return {n: [value * scale for value in sides[n]]}
    if through := _through(rows):
        return _substituted(rows, sides, *through)
    report(f"states: solving {len(rows):,} equations in fractions")
    matrix, units = _in_integers(rows)
    solve = _solver(matrix)
    solutions: dict[int, list[Fraction]] = {n: [] for n in rows}
    for k in range(len(next(iter(sides.values())))):
        unit = lcm(*(side[k].denominator for side in sides.values()))
        right = {n: int(side[k] * unit) * units[n] for n, side in sides.items()}
        numerators, denominator = solve(right)
        for n, numerator in numerators.items():
            solutions[n].append(Fraction(numerator, denominator * unit))
    return solutions


def weighed(pairs: Iterable[tuple[Fraction, Fraction]], first: Fraction) -> Fraction:
    """`first` and the sum of the products, over one denominator.

    >>> weighed([(Fraction(1, 2), Fraction(1, 3))], Fraction(1))
    Fraction(7, 6)
    """
    terms = [(p.numerator * x.numerator, p.denominator * x.denominator) for p, x in pairs]
    unit = lcm(first.denominator, *{below for _, below in terms})
    total = first.numerator * (unit // first.denominator)
    return Fraction(total + sum([above * (unit // below) for above, below in terms]), unit)


def _through(rows: Mapping[int, Row]) -> tuple[int, list[int]] | None:
    """A state that all cycles pass, if there is one, and the others, each after what follows it."""
    before: dict[int, list[int]] = {n: [] for n in rows}
    for n, row in rows.items():
        for m in row:
            before[m].append(n)
    state = max(before, key=lambda n: len(before[n]))
    waits = {n: len(row) - (state in row) for n, row in rows.items() if n != state}
    order = [n for n, count in waits.items() if not count]
    for m in order:
        for n in before[m]:
            if n != state:
                waits[n] -= 1
                if not waits[n]:
                    order.append(n)
    return (state, order) if len(order) == len(waits) else None


def _substituted(rows: Mapping[int, Row], sides: Sides, state: int, order: list[int]) -> Sides:
    """The solution, where x[n] = alone[n] + times[n] x[state] for the other states in order."""
    zero, alone, times = Fraction(0), Sides(), dict[int, Fraction]()
    for n in (*order, state):
        others = [(p, m) for m, p in rows[n].items() if m != state]
        times[n] = weighed([(p, times[m]) for p, m in others], rows[n].get(state, zero))
        alone[n] = [
            weighed([(p, alone[m][k]) for p, m in others], side) for k, side in enumerate(sides[n])
        ]
    scale = 1 / (1 - times[state])
    last = [value * scale for value in alone[state]]
    solved = {n: [a + times[n] * x for a, x in zip(alone[n], last, strict=True)] for n in order}
    return {n: last if n == state else solved[n] for n in rows}


def _in_integers(rows: Mapping[int, Row]) -> tuple[Integers, dict[int, int]]:
    """The matrix of the equations in integers, and the factor of each row."""
    units = {n: lcm(*(share.denominator for share in row.values())) for n, row in rows.items()}
    matrix: Integers = {}
    for n, row in rows.items():
        whole = {m: -share.numerator * (units[n] // share.denominator) for m, share in row.items()}
        whole[n] = whole.get(n, 0) + units[n]
        matrix[n] = whole
    return matrix, units


def _solver(matrix: Integers) -> Callable[[dict[int, int]], Quotients]:
    """A function from the right sides to the exact solution, as numerators over one denominator."""
    factors = cache(partial(_factors, matrix))
    equations: Equations | None = None
    if len(matrix) > FEW:
        from sweepstake.game.solving import refining  # importing SciPy takes a while

        with suppress(refining.TooHardError):
            equations = refining.Equations(matrix)

    def solve(right: dict[int, int]) -> Quotients:
        quotients = _refined(matrix, equations, right) if equations else None
        return quotients or _solution(matrix, factors(), right)

    return solve


def _factors(matrix: Integers) -> _Factors:
    """The matrix in factors, modulo the first prime that divides no pivot."""
    for prime in PRIMES:
        with suppress(SingularError):
            return _Factors.of(matrix, prime)
    raise SingularError


def _refined(matrix: Integers, equations: Equations, right: dict[int, int]) -> Quotients | None:
    """The exact solution from its binary digits; None if floats do not give them."""
    from sweepstake.game.solving.refining import TooHardError

    if not any(right.values()):
        return dict.fromkeys(right, 0), 1
    digits, places = equations.digits([*right.values()]), FIRST_PLACES
    most = max(places, 2 * _bits(matrix) * 4 // 3)
    with suppress(TooHardError):
        while places <= most:
            digits.extend(places)
            report(f"states: solving {len(matrix):,} equations in fractions, {places:,} digits")
            quotients = _nearest(right, digits.numbers(), digits.places)
            if quotients and _solves(matrix, *quotients, right):
                return quotients
            _check_length(places)
            places = places * 4 // 3
    return None


def _bits(matrix: Integers) -> int:
    """A bound for the bits of a determinant (Hadamard's inequality), and a few more."""
    return FIRST_PLACES + sum(
        sum(a * a for a in row.values()).bit_length() // 2 + 1 for row in matrix.values()
    )


def _nearest(names: Iterable[int], number: Callable[[int], int], places: int) -> Quotients | None:
    """Short fractions with one denominator near numbers that are multiples of 2^-places."""
    power, limit = 1 << places, 1 << (places - 1) // 2
    denominator, numerators = 1, dict[int, int]()
    for i, n in enumerate(names):
        value = number(i) * denominator
        numerator = (value + (power >> 1)) >> places
        if abs(value - (numerator << places)) > limit:
            more = _denominator(value % power, power, limit)
            denominator *= more
            if denominator > limit:
                return None
            numerators = {m: numerator * more for m, numerator in numerators.items()}
            numerator = (value * more + (power >> 1)) >> places
        numerators[n] = numerator
    return numerators, denominator


def by_degree(rows: Mapping[int, Sized], columns: Mapping[int, Sized]) -> Iterator[tuple[int, int]]:
    """The indices of a sparse matrix in an order of elimination that fills little, with degrees.

    A degree is the number of entries that a row's elimination may fill. The caller eliminates an
    index, which changes `rows` and `columns`, before it takes the next one.
    """
    heap = [(len(row) * len(columns[n]), n) for n, row in rows.items()]
    heapify(heap)
    while heap:
        expected, n = heappop(heap)
        degree = len(rows[n]) * len(columns[n])
        if degree > expected:
            heappush(heap, (degree, n))
        else:
            yield n, degree


@dataclass(frozen=True)
class _Factors:
    """A matrix as a product of sparse triangular matrices, modulo the prime."""

    prime: int
    order: list[int]
    inverses: list[int]
    below: list[list[tuple[int, int]]]
    """For each pivot, in order, the rows from which its row was subtracted, and how many times."""
    right: list[list[tuple[int, int]]]
    """The other entries of each pivot's row, divided by the pivot."""

    @classmethod
    def of(cls, matrix: Integers, prime: int) -> _Factors:
        """The factors; the row with the fewest neighbours is eliminated first."""
        left = {n: {m: a % prime for m, a in row.items()} for n, row in matrix.items()}
        into: dict[int, set[int]] = {n: set() for n in left}
        for n, row in left.items():
            for m in row:
                into[m].add(n)
        factors = cls(prime, [], [], [], [])
        for n, _ in by_degree(left, into):
            factors._take(n, left, into)
            if not len(factors.order) % EVERY:
                done = f"{len(factors.order):,} of {len(matrix):,} equations"
                report(f"states: eliminating {done}, the last ones take longest")
        return factors

    def _take(self, n: int, left: Integers, into: dict[int, set[int]]) -> None:
        row = left.pop(n)
        pivot = row.pop(n, 0)
        if not pivot:
            raise SingularError
        prime = self.prime
        inverse = pow(pivot, -1, prime)
        scaled = [(m, a * inverse % prime) for m, a in row.items()]
        for m, _ in scaled:
            into[m].discard(n)
        below = []
        for other in into.pop(n):
            if other != n:
                reduced = left[other]
                times = reduced.pop(n)
                below.append((other, times))
                for m, a in scaled:
                    reduced[m] = (reduced.get(m, 0) - times * a) % prime
                    into[m].add(other)
        self.order.append(n)
        self.inverses.append(inverse)
        self.below.append(below)
        self.right.append(scaled)

    def solved(self, right: dict[int, int]) -> dict[int, int]:
        """The x with A x = right modulo the prime; `right` is overwritten."""
        prime = self.prime
        for n, inverse, below in zip(self.order, self.inverses, self.below, strict=True):
            value = right[n] * inverse % prime
            right[n] = value
            if value:
                for other, times in below:
                    right[other] -= times * value
        for n, entries in zip(reversed(self.order), reversed(self.right), strict=True):
            total = right[n]
            for m, a in entries:
                total -= a * right[m]
            right[n] = total % prime
        return right


def _check_length(bits: int) -> None:
    """LongFractionsError if fractions that so many digits determine are longer than allowed."""
    most = patience.get().digits
    if bits > 2 * most * log2(10):
        raise LongFractionsError(
            f"states: its fractions have over {most:,} digits; name the method to wait for them"
        )


def _solution(matrix: Integers, factors: _Factors, right: dict[int, int]) -> Quotients:
    """The exact solution, from its digits to the base of the prime."""
    remainder, whole = dict(right), dict.fromkeys(right, 0)
    prime, power, digits, look = factors.prime, 1, 0, FIRST_DIGITS
    while True:
        _check_length(power.bit_length())
        digit = factors.solved({n: value % prime for n, value in remainder.items()})
        for n, row in matrix.items():
            product = sum([a * digit[m] for m, a in row.items()])
            remainder[n] = (remainder[n] - product) // prime
            whole[n] += digit[n] * power
        power *= prime
        digits += 1
        if len(matrix) > EVERY:
            report(f"states: solving {len(matrix):,} equations in fractions, {digits:,} digits")
        if digits == look:
            look = look * 4 // 3 + 1
            quotients = _read_off(whole, power)
            if quotients and _solves(matrix, *quotients, right):
                return quotients


def _read_off(whole: dict[int, int], power: int) -> Quotients | None:
    """Small fractions with one denominator that equal `whole` modulo the power, if found."""
    limit = isqrt(power // 2)
    denominator = 1
    numerators: dict[int, int] = {}
    for n, value in whole.items():
        numerator = value * denominator % power
        numerator -= power * (numerator > power // 2)
        if abs(numerator) > limit:
            more = _denominator(numerator % power, power, limit)
            denominator *= more
            if denominator > limit:
                return None
            numerators = {m: numerator * more for m, numerator in numerators.items()}
            numerator = value * denominator % power
            numerator -= power * (numerator > power // 2)
        numerators[n] = numerator
    return numerators, denominator


def _denominator(value: int, power: int, limit: int) -> int:
    """The d for which d times `value` is small modulo the power (Wang 1981)."""
    above, below, old, new = power, value, 0, 1
    while below > limit:
        times = above // below
        above, below, old, new = below, above - times * below, new, old - times * new
    return abs(new)


def _solves(
    matrix: Integers, numerators: dict[int, int], denominator: int, right: dict[int, int]
) -> bool:
    """True if the fractions solve the equations exactly."""
    return all(
        sum([a * numerators[m] for m, a in row.items()]) == right[n] * denominator
        for n, row in matrix.items()
    )

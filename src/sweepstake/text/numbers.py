"""Numbers as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, isfinite, isnan, log10

DIGITS = 6
PLAIN = 1e15
"""Numbers below it are written out."""


def plain(value: float) -> str:
    """A number with six digits or, if it is whole, with all of them; NaN is "unknown".

    >>> plain(3.0), plain(2536.0), plain(10 / 3), plain(3.1324361e-09), plain(65535.4)
    ('3', '2,536', '3.33333', '3.13244e-09', '65,535.4')
    """
    if not isfinite(value):
        return "unknown" if isnan(value) else str(value)
    if value == int(value) and abs(value) < PLAIN:
        return f"{int(value):,}"
    return f"{value:,.{DIGITS}g}" if abs(value) < 10**DIGITS else f"{value:.{DIGITS}g}"


def estimated(value: float, error: float, *others: float) -> Iterator[str]:
    """The numbers, each to the digits that a standard error of `error` leaves them.

    >>> [*estimated(0.03123, 0.00041, 0.03049, 0.03198)]
    ['0.0312', '0.0004', '0.0305', '0.0320']
    >>> [*estimated(3.1324e-09, 1.2e-11)], [*estimated(26123.4, 15.0)]
    (['3.132e-09', '1.2e-11'], ['26,123', '15'])
    >>> [*estimated(7e-236, 6e-236, 0.0)]
    ['7e-236', '6e-236', '0']
    """
    if not error:
        yield from map(plain, (value, error, *others))
        return
    last = place(error) - (f"{error:e}" < "2")  # a 1 has a digit after it
    for number in (value, error, *others):
        if not number:
            yield "0"
        elif PLAIN > max(abs(value), error) >= 1e-4:
            yield f"{round(number, -last):,.{max(0, -last)}f}"
        else:
            yield f"{number:.{max(0, place(number) - last)}e}"


def at_most(bound: float) -> str:
    """An upper bound in two digits, rounded up.

    >>> at_most(0.00368198), at_most(0.975), at_most(1.0)
    ('0.0037', '0.98', '1')
    """
    unit = 10.0 ** (place(bound) - 1)
    return f"{min(ceil(bound / unit) * unit, 1.0):.2g}"


def at_least(bound: float) -> str:
    """A lower bound of a probability, rounded down to two digits of what it leaves.

    >>> at_least(0.99999963), at_least(0.996318), at_least(0.025)
    ('0.99999963', '0.9963', '0.02')
    """
    places = max(1 - place(1.0 - bound), 2)
    return f"{floor(bound * 10**places) / 10**places:.{places}f}"


def likely(probability: float, log10_probability: float) -> str:
    """A probability, also one that is too small for a float.

    >>> likely(0.0, -2835.442449), likely(1 / 6, -0.778)
    ('3.61036e-2836', '0.166667')
    """
    if probability or isnan(log10_probability):
        return plain(probability)
    first, exponent = significand(log10_probability, DIGITS)
    return f"{first}e{exponent:+}"


def significand(logarithm: float, digits: int) -> tuple[str, int]:
    """The first digits of the number with that common logarithm, and the power of ten to them.

    >>> significand(-19.176, 3), significand(2835.9999999, 3)
    (('6.67', -20), ('1.00', 2836))
    """
    exponent = floor(logarithm)
    first = round(10 ** (logarithm - exponent), digits - 1)
    if first >= 10:
        first, exponent = first / 10, exponent + 1
    return f"{first:.{digits - 1}f}", exponent


def place(number: float) -> int:
    """The place of the first digit: 0 for units, -1 for tenths."""
    return floor(log10(abs(number))) if number else 0

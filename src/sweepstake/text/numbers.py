"""Numbers as people read them."""

from __future__ import annotations

import re
from math import floor, isfinite, isnan, log10

DIGITS = 6
PLAIN = 1e15
"""Numbers below this are written out."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
EXPONENT = re.compile(r"(?<=\d)e([+-]\d+)")


def plain(value: float) -> str:
    """A number with six digits, or all before its point up to a quadrillion; NaN is "unknown".

    >>> plain(3.0), plain(2536.0), plain(10 / 3), plain(3.1324361e-09), plain(65535.4)
    ('3', '2,536', '3.33333', '3.13244 × 10⁻⁹', '65,535.4')
    >>> plain(319240343.4), plain(7.25e30)
    ('319,240,343', '7.25 × 10³⁰')
    """
    if not isfinite(value):
        return "unknown" if isnan(value) else str(value)
    is_long = 10**DIGITS - 0.5 <= abs(value) < PLAIN
    return raised(f"{value:,.{'0f' if is_long else f'{DIGITS}g'}}")


def raised(text: str) -> str:
    """A text with powers of ten where its numbers have exponents, as Python writes them.

    >>> raised("1/319240343 = 3.13e-09"), raised("2e+30"), raised("0.25")
    ('1/319240343 = 3.13 × 10⁻⁹', '2 × 10³⁰', '0.25')
    """
    return EXPONENT.sub(lambda e: f" × 10{str(int(e[1])).translate(RAISED)}", text)


def likely(probability: float, log10_probability: float) -> str:
    """A probability, also one that is too small for a float.

    >>> likely(0.0, -2835.442449), likely(1 / 6, -0.778)
    ('3.61036 × 10⁻²⁸³⁶', '0.166667')
    """
    if probability or isnan(log10_probability):
        return plain(probability)
    first, exponent = significand(log10_probability, DIGITS)
    return raised(f"{first}e{exponent:+}")


def significand(logarithm: float, digits: int) -> tuple[str, int]:
    """The first digits of the number with that common logarithm, and its power of ten.

    >>> significand(-19.176, 3), significand(2835.9999999, 3)
    (('6.67', -20), ('1.00', 2836))
    """
    exponent = floor(logarithm)
    first = round(10 ** (logarithm - exponent), digits - 1)
    if first >= 10:
        first, exponent = first / 10, exponent + 1
    return f"{first:.{digits - 1}f}", exponent


def decimal_exponent(number: float) -> int:
    """The decimal exponent of the first digit: 0 for units, -1 for tenths."""
    return floor(log10(abs(number))) if number else 0

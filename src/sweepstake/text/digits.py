"""Whole numbers and fractions of any length, as text and back.

Python refuses to convert whole numbers of more than 4,300 digits, unless the process lifts that
limit. `decimal` has no such limit, and converts long numbers faster.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

from sweepstake.errors import InputError

SHORT = 4_000
"""Characters of a text that Python reads by itself, whatever it is."""
LONG = re.compile(r"\s*([-+]?[0-9]+)(?:/([0-9]+))?\s*")
"""A whole number or a fraction."""


def whole(text: str) -> int:
    """The whole number that decimal digits name.

    >>> whole("-12"), whole("9" * 5000) == 10**5000 - 1
    (-12, True)
    """
    return int(text) if len(text) < SHORT else int(Decimal(text))


def fraction(text: str | Rational | float) -> Fraction:
    """The fraction in a text such as `1/6`, `3` or `0.25`; `p/q` may have any number of digits.

    Use it for the column `exact` and for means: `fractions.Fraction` refuses numbers of more than
    4,300 digits. ValueError if the text is no fraction.

    >>> fraction("1/6"), fraction("0.25"), fraction(f"1/{'9' * 5000}").denominator == 10**5000 - 1
    (Fraction(1, 6), Fraction(1, 4), True)
    """
    if isinstance(text, Rational):  # NumPy's whole numbers keep their type in a Fraction
        return Fraction(int(text.numerator), int(text.denominator))
    if not isinstance(text, str):
        return Fraction(text)
    if len(text) < SHORT:
        return Fraction(text)
    if not (parts := LONG.fullmatch(text)):
        raise InputError(f"the text of {len(text):,} characters is no fraction; allowed: p or p/q")
    return Fraction(whole(parts[1]), whole(parts[2] or "1"))


def written(number: int | Fraction) -> str:
    """The digits of a whole number or a fraction, as `str` writes it.

    >>> written(Fraction(1, 6)), written(-7), len(written(10**5000))
    ('1/6', '-7', 5001)
    """
    above, below = int(number.numerator), int(number.denominator)  # perhaps of NumPy
    return f"{Decimal(above)}" if below == 1 else f"{Decimal(above)}/{Decimal(below)}"

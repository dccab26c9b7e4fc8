"""Probabilities, means and intervals in words: a number is written the same way everywhere.

`half` is half of a 95 % interval, the number after ±. A number is rounded at the first digit of
`half`, or before. A probability too small for a float is passed as its common logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf, isnan, log10, nan

from sweepstake.text.numbers import PLAIN, RAISED, decimal_exponent, raised, significand

COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
UNITS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
LONGEST = 4
"""Most digits of the denominator of a fraction that is shown."""


def chance(
    probability: float, log10_probability: float = nan, half: float = 0.0, digits: int = 2
) -> str:
    """A probability: a percentage from 1 % on, and "once in n" below.

    1 and 0 mean certainty, so they are not for samples.

    >>> [chance(p) for p in (1.0, 0.0, 0.62454, 0.0833, 0.014, 1 / 160, 1 - 1 / 5000)]
    ['always', 'never', '62%', '8.3%', '1.4%', 'once in 160', 'all but once in 5,000']
    >>> chance(3.13244e-09), chance(1 / 93_312), chance(0.0, -19.176)
    ('once in 319 million', 'once in 93,300', '6.67 × 10⁻²⁰')
    >>> chance(0.50026, half=0.0005), chance(0.50026, half=0.12), chance(0.50026, digits=3)
    ('50%', '50%', '50.0%')
    """
    if probability == 1.0:
        return "always"
    if not probability:
        return "never" if isnan(log10_probability) else once_in(log10_probability)
    if probability < 0.01:
        return once_in(log10(probability), half / probability)
    if (complement := 1 - probability) < 0.01:
        return f"all but {once_in(log10(complement), half / complement)}"
    return percent(probability, half, digits)


def percent(probability: float, half: float = 0.0, digits: int = 2) -> str:
    """A share in per cent, to `digits` digits.

    >>> percent(0.0833), percent(0.62454, digits=3), percent(0.6245, half=0.08), percent(0.5)
    ('8.3%', '62.5%', '62%', '50%')
    """
    return f"{_to_digits(100 * probability, min(digits, _justified_digits(probability, half)))}%"


def once_in(log10_probability: float, relative: float = 0.0) -> str:
    """In how many times something happens once; from 10^15 on, its probability.

    N is whole below 10,000, to hundreds below a million, and has three digits from there on.
    `relative` is half of the interval in parts of the probability.

    >>> once_in(log10(1 / 2536)), once_in(log10(1 / 123_456)), once_in(-12.5)
    ('once in 2,536', 'once in 123,500', 'once in 3.16 trillion')
    >>> once_in(-3.2, 0.4), once_in(-2835.442449), once_in(log10(1 / 999_999))
    ('once in 1,600', '3.61 × 10⁻²⁸³⁶', 'once in 1 million')
    """
    if -log10_probability >= log10(PLAIN):
        return power(log10_probability)
    number = 10**-log10_probability
    justified = _justified_digits(1.0, relative)
    for unit, name in UNITS:
        if _rounded(number, 3) >= unit:
            count = _to_digits(number / unit, min(justified, 3))
            return f"once in {count.rstrip('0').rstrip('.') if '.' in count else count} {name}"
    digits_before_point = floor(log10(number)) + 1
    whole = digits_before_point if number < 10_000 else digits_before_point - 2
    return f"once in {_to_digits(number, min(justified, whole))}"


def power(logarithm: float, digits: int = 3) -> str:
    """A number by its common logarithm, with a true minus and raised digits.

    >>> power(-19.176), power(2835.9999999)
    ('6.67 × 10⁻²⁰', '1.00 × 10²⁸³⁶')
    """
    first, exponent = significand(logarithm, digits)
    return f"{first} × 10{str(exponent).translate(RAISED)}"


def amount(value: float, half: float = 0.0, digits: int = 3) -> str:
    """A mean or another number in `digits` digits; a whole number keeps all of its digits.

    >>> amount(293.93, 0.24), amount(8.14179), amount(39.2251), amount(2536.0), amount(1.9e30)
    ('294', '8.14', '39.2', '2,536', '1.90 × 10³⁰')
    >>> amount(287.3, 20.0), amount(-0.00123), amount(0.0)
    ('290', '-0.00123', '0')
    """
    if value and not 1e-6 <= abs(value) < PLAIN:
        return f"{'-' if value < 0 else ''}{power(log10(abs(value)))}"
    if value == floor(value) and not half:
        return f"{floor(value):,}"
    whole = floor(log10(abs(value))) + 1 if value else 1
    return _to_digits(value, min(max(digits, whole), _justified_digits(value, half)))


def plus_minus(value: float, half: float) -> str:
    """An estimate and half of its 95 % interval, to the second digit of that.

    >>> plus_minus(293.934, 0.2357), plus_minus(0.79208, 0.00239), plus_minus(26123.4, 29.4)
    ('293.93 ± 0.24', '0.7921 ± 0.0024', '26,123 ± 29')
    >>> plus_minus(26123.4, 294.0), plus_minus(3.1324e-09, 1.2e-11), plus_minus(0.0, 6e-236)
    ('26,120 ± 290', '3.132 × 10⁻⁹ ± 1.2 × 10⁻¹¹', '0 ± 6.0 × 10⁻²³⁶')
    """
    last = decimal_exponent(half) - 1
    if PLAIN > max(abs(value), half) >= 1e-4:
        return " ± ".join(f"{round(n, -last):,.{max(0, -last)}f}" for n in (value, half))
    powers = (f"{n:.{max(0, decimal_exponent(n) - last)}e}" if n else "0" for n in (value, half))
    return " ± ".join(map(raised, powers))


def percent_plus_minus(probability: float, half: float) -> str:
    """A share and half of its interval, in per cent.

    >>> percent_plus_minus(0.50326, 0.0031)
    '50.33% ± 0.31'
    """
    return plus_minus(100 * probability, 100 * half).replace(" ±", "% ±")


def fraction(exact: str) -> str:
    """A fraction if it is short enough to be read, or else an empty text.

    >>> fraction("10/3"), fraction("1/319240343"), fraction("7")
    ('10/3', '', '7')
    """
    if not exact or len(exact) > 2 * LONGEST + 2:
        return ""
    return exact if Fraction(exact).denominator < 10**LONGEST else ""


def counted(number: int) -> str:
    """A number as a word up to twelve, else in digits.

    >>> counted(2), counted(13)
    ('two', '13')
    """
    return COUNTS[number] if number < len(COUNTS) else str(number)


def joined(names: Sequence[str], last: str) -> str:
    """Names in a sentence, with the word `last` before the last one.

    >>> joined(["n"], "and"), joined(["A", "B"], "or"), joined(["1", "2", "4"], "and")
    ('n', 'A or B', '1, 2 and 4')
    """
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end


def _justified_digits(value: float, half: float) -> float:
    """How many digits of a value are justified by its interval."""
    return max(1, decimal_exponent(value) - decimal_exponent(half) + 1) if half else inf


def _rounded(number: float, digits: float) -> float:
    return round(number, int(digits) - 1 - decimal_exponent(number)) if digits < inf else number


def _to_digits(number: float, digits: float) -> str:
    """A number rounded to `digits` digits.

    >>> _to_digits(1585.0, 2), _to_digits(0.0833, 2), _to_digits(9.996, 3)
    ('1,600', '0.083', '10.0')
    """
    rounded = _rounded(number, digits)
    return f"{rounded:,.{max(0, int(digits) - 1 - decimal_exponent(rounded))}f}"

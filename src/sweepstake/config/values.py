"""Several values of a parameter in a text: `2,3,5`, `2..13`, `0..1..1/10`; both ends are included.

The same on the command line, in a config's `grid` and in Python.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from sweepstake.puzzle.lists import AnyParameter, ListOf


def value(text: str) -> int | float | str:
    """A number if the text is how Python would write it, or else the text.

    >>> value("13"), value("2.5"), value("1/3"), value("0.10000000000000000001"), value("nan")
    (13, 2.5, '1/3', '0.10000000000000000001', 'nan')
    """
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if kind is int or (isfinite(number) and str(number) == text):  # or it might lose digits
            return number
    return text


def written(text: str, parameter: AnyParameter) -> Any:
    """A text as a config would write it: a value, a list, or {range: [first, last, step]}.

    A text that is itself a value of the parameter is that value.

    >>> from sweepstake.puzzle import Choice, Parameter
    >>> ranks = Parameter("ranks", "cards of a suit", 2, 99)
    >>> [written(text, ranks) for text in ("13", "2,3", "2..13", "2..14..4")]
    [13, [2, 3], {'range': [2, 13]}, {'range': [2, 14, 4]}]
    >>> written("a,b", Choice("order", "of cards", ("a,b", "b,a")))
    'a,b'
    """
    if takes(parameter, text):
        return text
    bounds = text.split("..")
    if len(bounds) in (2, 3) and not isinstance(parameter, ListOf):
        return {"range": [value(bound.strip()) for bound in bounds]}
    parts = [value(part.strip()) for part in text.split(",")]
    return parts if len(parts) > 1 else value(text)


def takes(parameter: AnyParameter, value: object) -> bool:
    """True if `parameter` allows `value`."""
    try:
        parameter.checked(value)
    except ValueError:
        return False
    return True

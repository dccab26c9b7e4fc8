"""Checks of what a config says; a mistake is a ValueError of one line.

`at` is the key, such as `sweeps.war.points[0].grid`: every message begins with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sweepstake.puzzle.parameter import rational
from sweepstake.text.shown import address, check_among, shown


def checked(at: str, check: Any, *args: object) -> Any:
    """`check(*args)`, whose ValueError gets the key before its message."""
    try:
        return check(*args)
    except ValueError as error:
        raise ValueError(f"{at}: {error}") from None


def known(at: str, block: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """Raise ValueError if `block` has a key that is not allowed."""
    for key in block:
        check_among(f"{at} has unknown key", key, allowed)


def mapping(at: str, value: object) -> Mapping[str, Any]:
    """A mapping whose keys are text."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"{at} is {shown(value)}; allowed: a mapping of names to values")
    return value


def number(at: str, value: object) -> float:
    """A number above 0; 1e-3, which YAML reads as text, is one."""
    number = rational(value)
    if number is None or number <= 0:
        raise ValueError(f"{at} is {shown(value)}; allowed: a number above 0")
    return float(number)


def whole(at: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds; 1e9, which YAML reads as text, is one."""
    number = rational(value.replace("_", "") if isinstance(value, str) else value)
    if number is None or number.denominator > 1 or not low <= number <= high:
        raise ValueError(f"{at} is {shown(value)}; allowed: whole numbers from {low:,} to {high:,}")
    return int(number)


def folder(text: str) -> Path:
    """A folder of this machine or mounted on it; ValueError for the address of another store.

    >>> folder("elsewhere/results").name
    'results'
    """
    if "://" in text:
        raise ValueError(
            f"results can't be kept at {shown(address(text))}: they stand in a folder; the store "
            f"can stand there, if Dask's configuration names it (DASK_SWEEPSTAKE__STORE=URI)"
        )
    return Path(text)

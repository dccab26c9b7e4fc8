"""Checks of what a config says; a mistake is a ValueError of one line.

`at` is the key, as `sweeps.war.points[0].grid`: every message begins with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sweepstake.puzzle import parameter
from sweepstake.text.shown import address, listed, shown


def checked(at: str, check: Any, *given: object) -> Any:
    """`check(*given)`; a ValueError of it begins with the key."""
    try:
        return check(*given)
    except ValueError as error:
        raise ValueError(f"{at}: {error}") from None


def known(at: str, block: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """No key but those allowed."""
    for key in block:
        if key not in allowed:
            raise ValueError(
                f"{at} has unknown key {shown(key)}; allowed: {listed(allowed) or 'none'}"
            )


def mapping(at: str, given: object) -> Mapping[str, Any]:
    """A mapping whose keys are text."""
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise ValueError(f"{at} is {shown(given)}; allowed: a mapping of names to values")
    return given


def number(at: str, given: object) -> float:
    """A number above 0; 1e-3, which YAML reads as text, is one."""
    try:
        number = float(given) if isinstance(given, str | int | float) else 0.0
    except (ValueError, OverflowError):
        number = 0.0
    if isinstance(given, bool) or not 0 < number < float("inf"):
        raise ValueError(f"{at} is {shown(given)}; allowed: a number above 0")
    return number


def whole(at: str, given: object, low: int, high: int) -> int:
    """A whole number within bounds; 1e9, which YAML reads as text, is one."""
    number = _whole(given)
    if number is None or not low <= number <= high:
        raise ValueError(f"{at} is {shown(given)}; allowed: whole numbers from {low:,} to {high:,}")
    return number


def _whole(given: object) -> int | None:
    """The whole number that is meant; text is not taken for a float if it need not be."""
    if isinstance(given, str):
        with suppress(ValueError):
            return int(given)
        with suppress(ValueError):
            given = float(given)
    if isinstance(given, float) and given.is_integer():
        return int(given)
    return parameter.whole(given)


def folder(given: str) -> Path:
    """A folder of this machine or mounted on it; ValueError for the address of another store.

    >>> folder("elsewhere/results").name
    'results'
    """
    if "://" in given:
        raise ValueError(
            f"results can't be kept at {shown(address(given))}: they stand in a folder; the store "
            f"can stand there, if Dask's configuration names it (DASK_SWEEPSTAKE__STORE=URI)"
        )
    return Path(given)

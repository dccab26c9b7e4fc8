"""Parameters as words of the command line, NAME=VALUE, and the first mistake of several."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sweepstake.core.shown import MOST_SHOWN, line, shown


def params(words: Sequence[str]) -> dict[str, Any]:
    """The parameters that `words` give, in their order."""
    given: dict[str, Any] = {}
    for name, value in map(param, words):
        if given.setdefault(name, value) != value:
            raise ValueError(
                f"{line(name, MOST_SHOWN)} is {shown(given[name])} and {shown(value)}; "
                f"give one value"
            )
    return given


def param(word: str) -> tuple[str, int | float | str]:
    """A parameter's name and value: a number if it is written as Python would, or else text.

    >>> param("ranks=2.5"), param("p=1/3"), param("p=0.10000000000000000001")
    (('ranks', 2.5), ('p', '1/3'), ('p', '0.10000000000000000001'))
    """
    name, equals, value = word.partition("=")
    if not equals or not value:
        raise ValueError(f"{shown(word)} is not a parameter; write it as NAME=VALUE")
    for kind in (int, float):
        try:
            number = kind(value)
        except ValueError:
            continue
        if kind is int or str(number) == value:  # a float might lose digits
            return name, number
    return name, value


def check_in_order(
    given: argparse.Namespace,
    words: Sequence[str],
    check: Callable[[str, Any], object],
    options: Mapping[str, Callable[[str, Any], object]],
) -> None:
    """Raise ValueError for the first mistake on the command line, `given.line`.

    `check(name, value)` looks at a parameter, `options` at what has its name.
    """
    left, before = [*words], list[str]()
    for word in given.line:
        if word.startswith("--"):
            _check_option(given, word, options)
        elif left and word == left[0]:
            before.append(left.pop(0))
            check(*param(word))
            params(before)


def _check_option(
    given: argparse.Namespace, word: str, options: Mapping[str, Callable[[str, Any], object]]
) -> None:
    """Check the value of the option that `word` names, in full or by its beginning."""
    begun = word[2:].partition("=")[0]
    known = [action.dest for action in given.parser._actions]
    if not (meant := [name for name in known if name.startswith(begun)]):
        given.parser.error(f"unrecognized argument: {shown(word)}")
    if meant[0] in options and getattr(given, meant[0]) is not None:
        options[meant[0]](meant[0], getattr(given, meant[0]))

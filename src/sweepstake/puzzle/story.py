"""The story of a puzzle in the report: its answers in order, and what its source left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sweepstake.puzzle.parameter import Params

if TYPE_CHECKING:
    import pandas as pd


SYMBOL = 2
"""Most letters of a name that is written as a symbol, as in p = 1/2."""


@dataclass(frozen=True)
class Headline:
    """An answer that the report tells, by default at the usual values of the parameters.

    `params` sets other values, also of columns that are `given`. The answer is about the outcome
    `column`, by default the first: the mean of a number, or the probability of `outcome` (by
    default yes, or the likeliest word). `asked` replaces the question's text. `plots` names the
    plots below it, by default those of the question.
    """

    question: str
    params: Params = field(default_factory=dict)
    column: str = ""
    outcome: object = None
    asked: str = ""
    plots: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Finding:
    """A question that the source left open or answered wrongly, our answer, and the table for it.

    `says` is the finding in a sentence, by default the first sentence of `answer`. A report shows
    the finding only if the table was made and `holds` is true of the rows in its CSV file; a
    LookupError in `holds` counts as false.
    """

    asked: str
    answer: str
    table: str
    holds: Callable[[pd.DataFrame], bool]
    says: str = ""

    @property
    def shown_by(self) -> str:
        """The file of the table."""
        return f"results/tables/{self.table}.csv"

    @property
    def sentence(self) -> str:
        """The finding in a sentence."""
        first, point, _ = self.answer.partition(". ")
        return self.says or first + point.rstrip()


def setting(template: str, params: Mapping[str, object], usual: Mapping[str, object]) -> str:
    """Parameters in words: their question's template filled in, then those that it does not name.

    A template is split at its commas, and a part is used if `params` has all of its parameters. If
    any part is used, other parameters at their `usual` value are left out.

    >>> template, usual = "{ranks} × {suits} cards, {down} face down", {"order": "winner"}
    >>> setting(template, {"ranks": 9, "suits": 4, "down": 2, "order": "winner"}, usual)
    '9 × 4 cards, 2 face down'
    >>> setting(template, {"suits": 4, "down": 2, "order": "loser"}, usual)
    '2 face down, suits 4, order: loser'
    """
    parts = {part: {*re.findall(r"{(\w+)}", part)} for part in template.split(", ") if part}
    words = [part.format(**params) for part, names in parts.items() if params.keys() >= names]
    named = {name for names in parts.values() if params.keys() >= names for name in names}
    unnamed = {
        name: value
        for name, value in params.items()
        if name not in named and not (words and usual.get(name) == value)
    }
    return ", ".join([*words, *map(assigned, unnamed, unnamed.values())])


def assigned(name: str, value: object) -> str:
    """A parameter and its value as people write them; short names are symbols of a formula.

    >>> assigned("max_rolls", 3), assigned("strategy", "switch"), assigned("p", "1/2")
    ('max rolls 3', 'strategy: switch', 'p = 1/2')
    """
    name = name.replace("_", " ")
    if is_word(value):
        return f"{name}: {value}"
    return f"{name} = {value}" if len(name) <= SYMBOL else f"{name} {value}"


def is_word(value: object) -> bool:
    """True if a value begins with a letter, as the words of a choice do."""
    return str(value)[:1].isalpha()

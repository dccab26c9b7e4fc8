"""What the report tells of a puzzle: its answers in order, and what its source left open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sweepstake.puzzle.parameter import Params

if TYPE_CHECKING:
    import pandas as pd


UNKNOWN = object()


@dataclass(frozen=True)
class Headline:
    """An answer that the report tells, by default at the usual values of the parameters.

    `params` are other values, also of outcomes that are given. It tells of the outcome `column`, or
    of the first: how likely `outcome` is or, unless that is given, yes or the likeliest word, and
    of numbers the mean. `asked` stands for the question's text, `given` for the parameters in
    words, and `unit` for what is counted. `plots` are names of plots that stand below; unless
    given, those of the question.
    """

    question: str
    params: Params = field(default_factory=dict)
    column: str = ""
    outcome: object = None
    asked: str = ""
    given: str = ""
    unit: str = ""
    plots: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Finding:
    """What the source left open or got wrong, the answer, and the table that shows it.

    `says` tells it in a sentence; unless given, the first of `answer` does. A report has it only if
    that table is made and `holds` of its rows, as its CSV file has them. A `holds` that looks for
    rows that are not there (LookupError) does not.
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
        """What it says in a sentence."""
        first, point, _ = self.answer.partition(". ")
        return self.says or first + point.rstrip()


def setting(template: str, params: Mapping[str, object], usual: Mapping[str, object]) -> str:
    """Parameters in words: by the template of their question, and those that it does not name.

    `usual` has the default of each parameter, or None; one that is as usual is not said.

    >>> usual = {"ranks": 13, "suits": 4, "down": 3}
    >>> setting("{ranks} × {suits} cards", {"ranks": 9, "suits": 4, "down": 2}, usual)
    '9 × 4 cards, down = 2'
    >>> setting("{ranks} × {suits} cards", {"suits": 4}, usual)
    'suits = 4'
    """
    named = [name for name in usual if f"{{{name}}}" in template]
    fits = bool(template) and params.keys() >= {*named}
    words = [template.format(**params)] if fits else []
    words += [
        f"{name.replace('_', ' ')} = {value}"
        for name, value in params.items()
        if not (fits and (name in named or usual.get(name, UNKNOWN) == value))
    ]
    return ", ".join(words)

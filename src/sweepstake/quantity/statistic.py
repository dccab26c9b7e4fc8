"""A statistic of an answer, such as the mean of a column, and its text.

| text | number |
| :--- | :--- |
| `won` | the probability of yes |
| `winner=A`, `won=no` | the probability of an outcome |
| `plays>=1000`, `plays<=30` | the probability that a number is at least, or at most, that |
| `none:plays` | the probability that there is no number |
| `likeliest:winner` | the probability of the likeliest word |
| `mean:plays`, `sd:plays` | the mean and the standard deviation |
| `median:plays`, `5%:plays` | quantiles |
| `least:plays`, `most:plays` | the smallest and the largest number |
| `log10:won` | the common logarithm of a probability |
| `rows` | the number of rows of a listing |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pandas as pd

from sweepstake.config import valid
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Column, Question
from sweepstake.text.shown import listed, shown

Of = Literal[
    "probability", "none", "likeliest", "mean", "sd", "quantile", "least", "most", "log10", "rows"
]
NUMBERS: Mapping[str, Of] = {"mean": "mean", "sd": "sd", "least": "least", "most": "most"}
"""The words before the colon of a column of numbers, besides quantiles."""
RELATIONS = {">=": "at least", "<=": "at most"}
QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles that sum up a number, in percent."""
PERCENT = re.compile("([0-9]{1,2})%")
CONDITION = re.compile("(?P<column>[^<>=]*)(?P<sign>[<>]?=)(?P<outcome>.*)", re.DOTALL)
MAX_WORDS, MAX_LETTERS = 8, 20
"""Each word of an outcome is a statistic, up to so many words and letters."""


@dataclass(frozen=True)
class Statistic:
    """A number of an answer: a probability, mean, standard deviation, quantile, or count.

    `outcome` and `relation` belong to a probability (or to its logarithm), `percent` to a quantile.
    """

    of: Of
    column: Column | None = None
    outcome: Any = None
    relation: str = ""
    percent: int = 0

    @property
    def name(self) -> str:
        """The name of its outcome column; empty for the rows of a listing."""
        return self.column.name if self.column else ""

    @property
    def text(self) -> str:
        """How to ask for it, as `read` reads it."""
        if self.of == "rows":
            return "rows"
        if self.of == "probability":
            return f"{self.name}{self._condition}"
        if self.of == "log10":
            return f"log10:{self.name}{self._condition}"
        of = "median" if self.percent == 50 else f"{self.percent}%" if self.percent else self.of
        return f"{of}:{self.name}"

    @property
    def _condition(self) -> str:
        if self.outcome is True:
            return ""
        outcome = "no" if self.outcome is False else self.outcome
        return f"{self.relation or '='}{outcome}"

    @property
    def snake(self) -> str:
        """Its name as a column of a wide summary.

        >>> Statistic("quantile", Column("plays", "int", ""), percent=5).snake
        'q05_plays'
        """
        is_quantile = self.of == "quantile" and self.percent != 50
        text = f"q{self.percent:02}:{self.name}" if is_quantile else self.text
        text = text.replace(">=", "_from_").replace("<=", "_to_")
        return re.sub(r"\W+", "_", text).strip("_").lower()

    @property
    def label(self) -> str:
        """Its name in headings and sentences of the prompt."""
        column = self.name.replace("_", " ")
        if self.of == "quantile":
            return f"{'median' if self.percent == 50 else f'{self.percent}%'} {column}"
        if self.of != "probability":
            return self.heading
        if self.outcome is True:
            return column
        between = f" {RELATIONS[self.relation]}" if self.relation else ""
        return f"{column}{between} {'no' if self.outcome is False else self.outcome}"

    @property
    def heading(self) -> str:
        """Its name above a column of a table."""
        of = {
            "probability": f"P({self.text})",
            "none": f"P(no {self.name})",
            "likeliest": f"P(likeliest {self.name})",
            "sd": f"sd of {self.name}",
            "quantile": f"{self.percent}% of {self.name}",
            "rows": "rows of the answer",
            "log10": f"log10 P({self.text.partition(':')[2]})",
        }
        return of.get(self.of, f"{self.of} {self.name}")

    @property
    def words(self) -> str:
        """Its name beside an axis."""
        column = self.name.replace("_", " ")
        if self.of == "probability" and self.outcome is not True:
            is_ = RELATIONS.get(self.relation, "")
            outcome = str(self.outcome).replace("_", " ")
            return f"probability that {column} is {f'{is_} ' * bool(is_)}{outcome}"
        if self.of in ("probability", "none", "likeliest"):
            prefix = {"none": "no ", "likeliest": "likeliest "}.get(self.of, "")
            return f"probability of {prefix}{column}"
        return self.heading

    @property
    def is_headline(self) -> bool:
        """True for the probability of an outcome that isn't a word."""
        is_word = self.column is not None and self.column.is_word
        return self.of == "probability" and not self.relation and not is_word

    @property
    def is_probability(self) -> bool:
        """True if it is a number from 0 to 1, a share of all plays."""
        return self.of in ("probability", "none", "likeliest")


def read(text: str, question: Question) -> Statistic:
    """The statistic that a text names; ValueError in one line if the question doesn't have it."""
    if text == "rows" and question.listing:
        return Statistic("rows")
    columns = {column.name: column for column in question.outcomes}
    of, colon, name = text.partition(":")
    if colon and of == "log10":
        return replace(_probability(name, columns, question), of="log10")
    percent = 50 if of == "median" else int(m[1]) if (m := PERCENT.fullmatch(of)) else 0
    if colon and (of in NUMBERS or percent):
        column = _column(name, columns, text)
        if not column.is_numeric:
            raise InputError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
        if percent:
            return Statistic("quantile", column, percent=percent)
        return Statistic(NUMBERS[of], column)
    if colon and of in ("none", "likeliest"):
        return Statistic("none" if of == "none" else "likeliest", _column(name, columns, text))
    return _probability(text, columns, question)


def _probability(text: str, columns: dict[str, Column], question: Question) -> Statistic:
    if match := CONDITION.fullmatch(text):
        column = _column(match["column"], columns, text)
        relation = match["sign"].rstrip("=") and match["sign"]
        outcome = _outcome(column, match["outcome"], relation)
        return Statistic("probability", column, outcome, relation)
    column = _column(text, columns, text)
    if column.type != "bool":
        raise InputError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
    return Statistic("probability", column, True)


def _column(name: str, columns: dict[str, Column], text: str) -> Column:
    if name not in columns:
        raise InputError(f"{shown(text)} names no outcome; allowed: {listed(columns)}")
    return columns[name]


def value_of(column: Column, value: object) -> Any:
    """A value of a column, or the text that names it, as tables store it."""
    return value if isinstance(value, bool) else _outcome(column, str(value), "")


def _outcome(column: Column, text: str, relation: str) -> Any:
    """The outcome that a text names, as tables store it."""
    cell = valid.value(text)
    if relation and (not column.is_numeric or (isinstance(cell, str) and "/" not in cell)):
        raise InputError(
            f"{column.name} can't be {RELATIONS[relation]} {shown(text)}; give a number"
        )
    if column.type == "bool":
        if text.lower() not in ("yes", "true", "no", "false"):
            raise InputError(f"{column.name} is {shown(text)}; allowed: yes, no")
        return text.lower() in ("yes", "true")
    if column.type == "int" and not isinstance(cell, int):
        raise InputError(f"{column.name} is {shown(text)}; allowed: whole numbers")
    return cell if column.type == "int" else text


def _allowed(question: Question) -> str:
    names = []
    for column in question.outcomes:
        if column.is_numeric:
            names += [f"mean:{column.name}", f"median:{column.name}"]
        names += [column.name] if column.type == "bool" else [f"{column.name}=..."]
    return listed(names)


def summed_outcome(question: Question, column: Column) -> object:
    """The outcome whose probability sums up a column: yes, or a number that a headline names.

    It is None for words and for numbers with a mean. Numbers that name things, such as seats, don't
    have a mean; a headline states the probability of one of them.
    """
    if column.type == "bool":
        return True
    return register.story_outcome(question.name, column.name) if column.is_numeric else None


def headline(question: Question, column: Column) -> Statistic:
    """The one statistic that sums up a column that has no words."""
    if (outcome := summed_outcome(question, column)) is None:
        return Statistic("mean", column)
    return Statistic("probability", column, outcome)


def summarizing(question: Question, frame: pd.DataFrame) -> Iterator[Statistic]:
    """The statistics that sum up the answers in `frame`."""
    if question.listing:
        yield Statistic("rows")
        return
    for column in question.outcomes:
        if not column.is_word:
            yield headline(question, column)
            if column.is_numeric and summed_outcome(question, column) is None:
                yield from _further(column)
        elif few(frame[column.name]):
            words = sorted(frame[column.name].dropna().unique())
            yield from (Statistic("probability", column, word) for word in words)
            if column.nullable:
                yield Statistic("none", column)
        else:
            yield Statistic("likeliest", column)


def _further(column: Column) -> Iterator[Statistic]:
    """The statistics that sum up a number besides its mean."""
    if column.nullable:
        yield Statistic("none", column)
    yield from (Statistic("sd", column), Statistic("least", column))
    yield from (Statistic("quantile", column, percent=percent) for percent in QUANTILES)
    yield Statistic("most", column)


def usual(question: Question, frame: pd.DataFrame) -> Iterator[Statistic]:
    """The statistics of a short table: each column's mean, or the probability of each word.

    If the puzzle's story names an outcome of a column, the probability of that outcome. Facts
    (`are_facts`) are shown themselves.
    """
    facts = are_facts(question, frame)
    for column in question.outcomes:
        if column.is_numeric and facts:
            yield Statistic("mean", column)
        elif not column.is_word:
            yield headline(question, column)
        elif few(frame[column.name]):
            for word in sorted(frame[column.name].dropna().unique()):
                yield Statistic("probability", column, word)


def are_facts(question: Question, frame: pd.DataFrame) -> bool:
    """True if each answer has one certain outcome."""
    several = frame.duplicated([*question.parameter, "method"]).any()
    return not several and not frame["trials"].notna().any()


def few(words: pd.Series[Any]) -> bool:
    """True if the words are few and short enough for a statistic each."""
    kinds = words.dropna().unique()
    return len(kinds) <= MAX_WORDS and all(len(str(word)) <= MAX_LETTERS for word in kinds)

"""The answer of a question in a sentence, from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import pandas as pd

from sweepstake.puzzle.method import Kind
from sweepstake.puzzle.question import Column, Question
from sweepstake.puzzle.story import Headline, assigned, is_word
from sweepstake.report.story import certainty
from sweepstake.report.story.phrases import Phrase, fact, sentence, tie
from sweepstake.report.story.values import KINDS, Value, best, likelihoods, means
from sweepstake.report.summary import in_order
from sweepstake.text import words

Points = Sequence[Sequence[Value]]
"""The values of all methods at each set of parameters, in order."""


@dataclass(frozen=True)
class Answer:
    """An answer in words, of which kind it is and how sure; and the parameters to ask again."""

    text: str
    kind: Kind
    sure: str
    how: tuple[certainty.Row, ...]
    at: dict[str, Any]


def answer(
    question: Question, rows: pd.DataFrame, headline: Headline, swept: Sequence[str]
) -> Answer:
    """The answer that `rows` give, over the parameters that are `swept`."""
    if question.listing:
        phrase = Phrase("count", headline.unit or question.unit or "rows")
        return _by_number(question, phrase, _points(question, _lengths(question, rows)), swept)
    by_name = {column.name: column for column in question.outcomes}
    column = by_name[headline.column] if headline.column else question.outcomes[0]
    if headline.outcome is None and rows[column.name].isna().all():
        lacks = _points(question, likelihoods(question, rows, column, None))
        return _by_number(question, Phrase("chance"), lacks, swept, "No value: ")
    if column.type in ("int", "rational") and headline.outcome is None:
        return _of_numbers(question, rows, column, headline, swept)
    outcome = True if headline.outcome is None else headline.outcome
    phrase = Phrase("chance", headline.unit or question.unit, outcome=outcome)
    if column.type == "string" and headline.outcome is None:
        return _of_words(question, rows, column, phrase, swept)
    points = _points(question, likelihoods(question, rows, column, outcome))
    if not swept and _is_certain(question, rows):
        return _fact(question, phrase, rows, points)
    return _by_number(question, phrase, points, swept)


def _of_numbers(
    question: Question,
    rows: pd.DataFrame,
    column: Column,
    headline: Headline,
    swept: Sequence[str],
) -> Answer:
    """The mean of the numbers; before it, the probability that the number is missing."""
    phrase = Phrase("mean", headline.unit or _unit(column))
    lacks = likelihoods(question, rows, column, None) if column.nullable else []
    points = _points(question, means(question, rows, column))
    if swept and not rows.duplicated([*question.parameter, "method"]).any():
        phrase = replace(phrase, of="count")
    mean = _by_number(question, phrase, points, swept)
    if not swept and _is_certain(question, rows):
        return _fact(question, phrase, rows, points)
    if not any(value.number for value in lacks):
        return mean
    if swept:
        return replace(mean, text=f"{mean.text}, where there is one")
    none = lacking(Phrase("chance").number(best(lacks)))
    return replace(mean, text=f"{none}; else {mean.text[:1].lower()}{mean.text[1:]}")


def lacking(chance: str) -> str:
    """That there is no value, with that probability.

    >>> lacking("45%"), lacking("once in 2,000")
    ('None in 45%', 'None once in 2,000')
    """
    return f"None {'in ' * chance[:1].isdigit()}{chance}"


def _of_words(
    question: Question, rows: pd.DataFrame, column: Column, phrase: Phrase, swept: Sequence[str]
) -> Answer:
    """The likeliest word, or those that can't be told apart."""
    named = sorted(str(word) for word in rows[column.name].dropna().unique())
    by_word = {w: _points(question, likelihoods(question, rows, column, w)) for w in named}
    shares = pd.DataFrame({w: [best(v).number for v in points] for w, points in by_word.items()})
    likeliest = [str(word) for word in shares.idxmax(axis=1)]
    said = {word: column.words.get(word, word) for word in named}
    if not swept and _is_certain(question, rows):
        return _fact(question, phrase, rows, by_word[likeliest[0]])
    if not swept:
        bests = {word: best(points[0]) for word, points in by_word.items()}
        ties = tie(bests, likeliest[0])
        word = said[likeliest[0]] if len(ties) == 1 else ""
        phrase = replace(phrase, word=word, outcome=likeliest[0])
        likely = _by_number(question, phrase, by_word[likeliest[0]], swept)
        number = phrase.number(bests[likeliest[0]])
        tied = sentence(words.joined([said[word] for word in ties], "or"))
        return likely if word else replace(likely, text=f"{tied}, {number} each")
    if len({*likeliest}) == 1:
        word = said[likeliest[0]]
        return _by_number(question, replace(phrase, word=word), by_word[likeliest[0]], swept)
    at_each = [by_word[word][place] for place, word in enumerate(likeliest)]
    likely = _by_number(question, phrase, at_each, swept)
    return replace(
        likely, text=f"Most often {_by_case([said[word] for word in likeliest], at_each, swept)}"
    )


def _by_case(likeliest: Sequence[str], points: Points, swept: Sequence[str]) -> str:
    """The likeliest word of each set of parameters: up to where, or in how many cases."""
    changes = [k for k in range(1, len(likeliest)) if likeliest[k] != likeliest[k - 1]]
    if len(swept) == len(changes) == 1:
        last, first = (points[k][0].params[swept[0]] for k in (changes[0] - 1, changes[0]))
        if not is_word(last):
            upto, since = assigned(swept[0], last), assigned(swept[0], first)
            return f"{likeliest[0]} up to {upto}, {likeliest[-1]} from {since} on"
    [(top, often), *others] = Counter(likeliest).most_common()
    rest = words.joined([word for word, _ in others], "or")
    return f"{top} in {often:,} of {len(points):,} cases, {rest} in the other{_left(others)}"


def _left(others: Sequence[tuple[str, int]]) -> str:
    """How many cases are left, if there is more than one."""
    left = sum(count for _, count in others)
    return f" {left:,}" if left > 1 else ""


def _by_number(
    question: Question, phrase: Phrase, points: Points, swept: Sequence[str], before: str = ""
) -> Answer:
    """An answer by one number at each set of parameters."""
    bests = [best(values) for values in points]
    kind = max((value.kind for value in bests), key=KINDS.index)
    if not swept:
        values = points[0]
        sure = certainty.line(question, phrase, values)
        text, place, at = phrase.at_point(bests[0]), 0, ""
    elif len(swept) == 1:
        sure, place = certainty.line_of_sweep(points), phrase.notable(bests)
        text, at = phrase.over(bests, swept[0]), assigned(swept[0], bests[place].params[swept[0]])
    else:
        sure, place = certainty.line_of_sweep(points), len(bests) - 1
        at = ", ".join(assigned(name, bests[place].params[name]) for name in swept)
        text = phrase.among(bests, swept)
    how = tuple(certainty.rows(question, phrase, points[place], at))
    says = f"{before}{text[:1].lower()}{text[1:]}" if before else text
    return Answer(says, kind, sure, how, bests[place].params)


def _points(question: Question, values: Sequence[Value]) -> Points:
    """Values by set of parameters, in the order of these."""
    by_set: dict[tuple[Any, ...], list[Value]] = {}
    for value in values:
        by_set.setdefault((*value.params.values(),), []).append(value)
    every = [*by_set.values()]
    keys = pd.DataFrame([values[0].params for values in every], index=range(len(every)))
    places = in_order(question, keys.assign(_place=range(len(every))))["_place"]
    return [every[place] for place in places]


def _lengths(question: Question, rows: pd.DataFrame) -> list[Value]:
    """How many rows the list has, by set of parameters and method."""
    names = [*question.parameter, "method"]
    sizes = rows.groupby(names).size().reset_index(name="_rows")
    return [
        Value(
            params={name: row[name] for name in question.parameter},
            method=row["method"],
            kind=question.methods[row["method"]].kind,
            number=float(row["_rows"]),
            logarithm=nan,
            exact=str(row["_rows"]),
            low=nan,
            high=nan,
            trials=0,
        )
        for row in sizes.to_dict("records")
    ]


def _is_certain(question: Question, rows: pd.DataFrame) -> bool:
    """Is one outcome certain, by a method that doesn't sample?"""
    drawn = rows["method"].map(lambda name: question.methods[name].draws)
    known = rows[~drawn.astype(bool)]
    names = [column.name for column in question.outcomes]
    return len(known.drop_duplicates(names)) == 1 and bool((known["probability"] == 1.0).all())


def _fact(question: Question, phrase: Phrase, rows: pd.DataFrame, points: Points) -> Answer:
    """The outcome that is certain: yes or no, and what else is known."""
    drawn = rows["method"].map(lambda name: question.methods[name].draws).astype(bool)
    likely = rows[~drawn].iloc[0]
    plain = [(_plain(likely[column.name]), column) for column in question.outcomes]
    cells = [(column.words.get(cell, cell), _unit(column)) for cell, column in plain]
    return replace(
        _by_number(question, replace(phrase, is_fact=True), points, ()), text=fact(cells)
    )


def _plain(value: Any) -> Any:
    """A cell as a Python value; None if it is missing."""
    if pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value


def _unit(column: Column) -> str:
    is_number = column.type in ("int", "rational")
    return column.unit or (column.name.replace("_", " ") if is_number else "")

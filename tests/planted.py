"""Errors that checks have to find: right answers of some questions, each with one error in it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import log10

import pandas as pd
import pyarrow as pa

from answers import frame
from stored import write
from sweepstake.puzzle import Column, Method, Parameter, Published, Question, register
from sweepstake.store import parquet
from sweepstake.store.parquet import schema

TRIALS = 20_000


@dataclass(frozen=True)
class Planted:
    """An error at one point of a question; `plant` changes the right rows."""

    question: Question
    at: str
    plant: Callable[[pd.DataFrame], pd.DataFrame]

    def store(self, results):
        """Write the rows as the sweep `s`, with the record of who computed them."""
        right = answered(self.question)
        write(self.plant(right.copy()), self.question, results, "s")
        runs = right[[*self.question.parameter, "method"]].drop_duplicates()
        table = pa.Table.from_pandas(runs, preserve_index=False)
        parquet.write(table, results / "runs" / "s.parquet", results / ".points")


def weighed(values, trials, effective):
    """Rows of a sample: shares of trials, or means of weights with the errors of fewer."""
    rows = []
    for value, share in enumerate(values):
        error = (share * (1 - share) / effective) ** 0.5
        row = {"value": value, "probability": share, "trials": trials, "standard_error": error}
        rows.append(row | ({"count": round(share * trials)} if effective == trials else {}))
    return rows


SAMPLED, RARE = (Method(lambda stream, trials, n: {}, kind) for kind in ("sampled", "rare"))
DRAWN = Question(
    "drawn",
    "Which value?",
    (Parameter("n", "n", 1, 9),),
    (Column("value", "int", "the value"),),
    {"one": SAMPLED, "other": SAMPLED, "weights": RARE},
)
WEIGHED = replace(DRAWN, methods={"light": RARE, "heavy": RARE})
GUESS, LENGTH = register.question("guess_win"), register.question("toy_rolls")
RUSH, PLAN = register.question("war_rush"), register.question("coins_plan")
WON = register.question("toy_won")
TOSSES = {"coins": 2, "sides": 2}
SAMPLES = ("simulate", "rare")
EXACTLY = ("brute", "exact", "forward", "float", "forward_float")
ASKED = {
    "guess_win": (TRIALS, [(m, cards) for cards in (4, 5, 6, 7) for m in (*EXACTLY, *SAMPLES)]),
    "toy_rolls": (50_000, [(m, n, 2, 1) for n in (3, 4, 5) for m in ("chain", "simulate")]),
    "war_rush": (TRIALS, [(m, 4, 2, n) for n in (0, 1, 2) for m in ("formula", *SAMPLES)]),
    "coins_plan": (None, [(m, n, 2) for n in (2, 4, 8) for m in ("construct", "layers")]),
    "toy_won": (TRIALS, [(m, 2, 2) for m in ("exact", *SAMPLES)]),
}
"""Trials, and (method, values of parameters)."""


@cache
def _right(name):
    trials, asked = ASKED[name]
    return frame(name, *asked, trials=trials)


def answered(question):
    """The right answers of a question."""
    if question.name != "drawn":
        return _right(question.name)
    every = [
        {"n": n, "method": name, **row}
        for n in (1, 5, 9)
        for name, trials, effective in (
            ("one", 50_000, 50_000),
            ("other", 20_000, 20_000),
            ("weights", 20_000, 4_000),
            ("light", 20_000, 3_000),
            ("heavy", 20_000, 6_000),
        )
        if name in question.methods
        for row in weighed((0.5, 0.3, 0.2), trials, effective)
    ]
    return pd.DataFrame(every).reindex(columns=schema(question).names)


def chosen(rows, at, **more):
    """Which rows have these values."""
    mask = pd.Series(True, rows.index)
    for name, value in {**at, **more}.items():
        mask &= rows[name] == value
    assert mask.any(), (at, more)
    return mask


def changed(rows, where, column, change):
    rows.loc[where, column] = [change(value) for value in rows.loc[where, column]]
    return rows


def added(by):
    """A change of exact texts: so much more."""
    return lambda text: str(Fraction(text) + by)


def _text_off(method, both):
    """The numerator is off by one, and so that the sum stays 1 if `both` outcomes are off."""

    def plant(rows, at):
        won, lost = (chosen(rows, at, method=method, won=value) for value in (True, False))
        by = Fraction(1, Fraction(rows.loc[won, "exact"].iloc[0]).denominator * 10**6)
        rows = changed(rows, won, "exact", added(by))
        return changed(rows, lost, "exact", added(-by)) if both else rows

    return plant


def _off(method, column, change, **outcome):
    def plant(rows, at):
        return changed(rows, chosen(rows, at, method=method, **outcome), column, change)

    return plant


def _log_off(method, by):
    return _off(method, "log10_probability", lambda value: value + log10(1 + by), won=True)


def _probability_off(method):
    return _off(method, "probability", lambda value: value * (1 + 1e-8), won=False)


def _without(method, **outcome):
    def plant(rows, at):
        return rows[~chosen(rows, at, method=method, **outcome)]

    return plant


def _counts_off(method, deviates):
    """Counts of an outcome are off by so many standard errors, and of another to make up for it."""

    def plant(rows, at):
        its = rows[chosen(rows, at, method=method)]
        first, second = its.sort_values("count").index[-1:-3:-1]
        trials, share = its["trials"].iloc[0], its.loc[second, "probability"]
        by = int(deviates * (trials * share * (1 - share)) ** 0.5) + 1
        by = min(by, its.loc[first, "count"])
        rows.loc[second, "count"] += by
        rows.loc[first, "count"] -= by
        return rows

    return plant


def _weights_off(method, errors):
    def plant(rows, at):
        its = rows[chosen(rows, at, method=method)]
        worst = its["standard_error"].idxmax()
        rows.loc[worst, "probability"] += errors * its.loc[worst, "standard_error"]
        return rows

    return plant


def _impossible(method, **outcome):
    def plant(rows, at):
        row = rows[chosen(rows, at, method=method)].iloc[[0]].assign(count=1, **outcome)
        return pd.concat([rows, row], ignore_index=True)

    return plant


def _of_listing(method, change):
    def plant(rows, at):
        last = rows[chosen(rows, at, method=method)].index[-1]
        if change == "missing":
            return rows.drop(last)
        if change == "more":
            return pd.concat([rows, rows.loc[[last]].assign(step=99)], ignore_index=True)
        if change == "nothing":
            is_other = ~chosen(rows, at, method=method)
            empty = rows.loc[[last], ["question", *PLAN.parameter, "method"]]
            return pd.concat([rows[is_other], empty], ignore_index=True)
        rows.loc[last, change] = rows.loc[last, change] + (1 if change == "beliefs" else "1")
        return rows

    return plant


def _common_lost(rows, at):
    its = rows[chosen(rows, at, method="chain")]
    return rows.drop(its["probability"].idxmax())


ERRORS = {
    "text": (GUESS, _text_off("forward", False)),
    "text of another": (GUESS, _text_off("exact", False)),
    "text of the reference": (GUESS, _text_off("brute", False)),
    "texts that sum to 1": (GUESS, _text_off("exact", True)),
    "texts of the reference that sum to 1": (GUESS, _text_off("brute", True)),
    "logarithm": (GUESS, _log_off("float", 1e-8)),
    "logarithm of another": (GUESS, _log_off("forward_float", -1e-8)),
    "logarithm of the reference": (GUESS, _log_off("brute", 1e-8)),
    "probability of a float": (GUESS, _probability_off("float")),
    "probability of a sample": (GUESS, _probability_off("simulate")),
    "exact outcome": (GUESS, _without("exact", won=True)),
    "float outcome": (GUESS, _without("forward_float", won=True)),
    "reference outcome": (GUESS, _without("brute", won=True)),
    "counts": (GUESS, _counts_off("simulate", 7)),
    "weights": (GUESS, _weights_off("rare", 8)),
    "length of a sample": (LENGTH, _off("simulate", "rolls", lambda rolls: rolls + 1)),
    "length of a chain": (LENGTH, _off("chain", "rolls", lambda rolls: rolls + 1)),
    "length that can't be": (LENGTH, _impossible("simulate", rolls=10_000)),
    "length that is lost": (LENGTH, _common_lost),
    "ending that can't be": (RUSH, _impossible("simulate", ending="tie-9")),
    "ending that no sample met": (RUSH, _without("simulate", ending="battle")),
    "ending that no weights met": (RUSH, _without("rare", ending="battle")),
    "counts of endings": (RUSH, _counts_off("simulate", 8)),
    "weights of endings": (RUSH, _weights_off("rare", 9)),
    "step missing": (PLAN, _of_listing("construct", "missing")),
    "step missing of another": (PLAN, _of_listing("layers", "missing")),
    "step too many": (PLAN, _of_listing("layers", "more")),
    "beliefs": (PLAN, _of_listing("construct", "beliefs")),
    "flips": (PLAN, _of_listing("layers", "flips")),
    "listing empty": (PLAN, _of_listing("layers", "nothing")),
    "reference listing empty": (PLAN, _of_listing("construct", "nothing")),
    "two samples": (DRAWN, _counts_off("other", 9)),
    "the larger sample": (DRAWN, _counts_off("one", 15)),
    "weights beside a sample": (DRAWN, _weights_off("weights", 8)),
    "two weights": (WEIGHED, _weights_off("light", 12)),
    "the larger weights": (WEIGHED, _weights_off("heavy", 12)),
}


QUESTIONS = [GUESS, LENGTH, RUSH, PLAN, DRAWN, WEIGHED]


def planted(name, place):
    """The error of that name at one of the points of its question."""
    question, plant = ERRORS[name]
    names = [*question.parameter]
    every = answered(question)[names].drop_duplicates().sort_values(names).to_dict("records")
    at = every[place]
    said = " ".join(f"{key}={value}" for key, value in at.items())
    return Planted(question, said, lambda rows: plant(rows, at))


def published(method, value):
    """A published value that an answer of a method isn't."""
    question = replace(WON, published=(Published(TOSSES, True, value, method),))
    return Planted(question, "coins=2 sides=2", lambda rows: rows)

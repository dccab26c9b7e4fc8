"""The differences of two results: answers that only one has, and answers that disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from sweepstake.errors import InputError
from sweepstake.puzzle.question import Question
from sweepstake.quantity.summary import columns, question_of
from sweepstake.store import parquet, tables
from sweepstake.text.shown import shown

ERRORS = 4.0
"""Samples disagree if they differ by more standard errors: once in 16,000 cases by chance."""
CLOSE = 1e-9
"""The largest relative difference of two floats that agree."""


@dataclass(frozen=True)
class Difference:
    """How two results differ in one sweep.

    `same`, `differ`, `first_only` and `second_only` count answers, each by a method at a set of
    parameters. `rows` are the outcomes whose probabilities disagree: their keys, then `first`,
    `second`, `difference`, `errors` (in standard errors). Rows without errors come first, then the
    largest errors.
    """

    sweep: str
    same: int
    differ: int
    first_only: int
    second_only: int
    rows: pd.DataFrame


def differences(first: Path, second: Path) -> Iterator[Difference]:
    """The differences of two results folders, or of two tables of a sweep; ValueError in one line.

    In folders, sweeps with the same name are compared.
    """
    left, right = _tables(first), _tables(second)
    if first.is_file() and second.is_file():
        right = dict(zip(left, right.values(), strict=True))
    for name in sorted({*left, *right}):
        yield _compared(name, left.get(name), right.get(name))


def _tables(results: Path) -> dict[str, Path]:
    """The tables of a results folder, or the one table of a file, by the name of the sweep."""
    if results.is_file():
        return {results.stem: results}
    folder = results / "data" if (results / "data").is_dir() else results / "results" / "data"
    if files := sorted(folder.glob("*.parquet")):
        return {path.stem: path for path in files}
    raise InputError(
        f"{shown(str(results))} has no results; name a results folder, or a file of data/"
    )


def _compared(name: str, first: Path | None, second: Path | None) -> Difference:
    frames = [tables.frame(parquet.read(path)) for path in (first, second) if path]
    question, *further = {question_of(frame).name: question_of(frame) for frame in frames}.values()
    if further:
        names = f"{question.name} and {further[0].name}"
        raise InputError(f"the tables answer two questions, {names}; compare answers to one")
    keys = [*question.parameter, "method"]
    left = frames[0] if first else frames[0].head(0)
    right = frames[-1] if second else frames[-1].head(0)
    answers = (
        left[keys]
        .drop_duplicates()
        .merge(right[keys].drop_duplicates(), how="outer", indicator=True)
    )
    sides = answers["_merge"].value_counts()
    both = answers[answers["_merge"] == "both"][keys]
    rows = _differing(question, *(frame.merge(both, on=keys) for frame in (left, right)))
    differ = len(rows[keys].drop_duplicates())
    alone = int(sides["left_only"]), int(sides["right_only"])
    return Difference(name, len(both) - differ, differ, *alone, rows)


def _differing(question: Question, left: pd.DataFrame, right: pd.DataFrame) -> pd.DataFrame:
    """The outcomes whose probabilities differ; a missing outcome has probability 0."""
    keys = columns(question)
    measures = ["probability", "exact", "standard_error", "trials"]
    pairs = left[keys + measures].merge(
        right[keys + measures], on=keys, how="outer", suffixes=("_1", "_2")
    )
    first, second = (pairs[f"probability_{n}"].astype(float).fillna(0.0) for n in (1, 2))
    difference = second - first
    error = (_errors(pairs, 1) ** 2 + _errors(pairs, 2) ** 2) ** 0.5
    sampled = pairs[["trials_1", "trials_2"]].notna().any(axis=1)
    exact = (pairs["exact_1"].notna() & pairs["exact_2"].notna()).to_numpy(bool)
    scale = np.maximum(first.abs(), second.abs())
    apart = np.where(sampled, difference.abs() > ERRORS * error, difference.abs() > CLOSE * scale)
    apart = np.where(exact, (pairs["exact_1"] != pairs["exact_2"]).to_numpy(bool), apart)
    rows = pairs[keys].assign(
        first=first,
        second=second,
        difference=difference,
        errors=(difference.abs() / error).where(sampled & (error > 0.0)),
    )[apart]
    order = rows["errors"].fillna(np.inf).to_numpy(), rows["difference"].abs().to_numpy()
    return rows.iloc[np.lexsort((-order[1], -order[0]))].reset_index(drop=True)


def _errors(pairs: pd.DataFrame, number: int) -> pd.Series[float]:
    """The standard errors of one side; at least 1 / trials, even if an outcome was not drawn."""
    trials = pairs[f"trials_{number}"].fillna(pairs[f"trials_{3 - number}"]).astype(float)
    least = (1.0 / trials).fillna(0.0)
    return pairs[f"standard_error_{number}"].astype(float).fillna(0.0).clip(lower=least)

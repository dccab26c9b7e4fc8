"""All checks of a run: every number against the same number from another method.

Exact methods must give the same rationals and means; if one lists more outcomes, these must not be
likelier than the probability that the other leaves out. A float method must have a relative error
below 1e-9 in each probability. A simulation must lie within some standard errors: five, or in a
run, as many as the number of its tests asks for (`alarm`). For few outcomes
this is judged by the exact binomial distribution of the worst outcome (so that a count of 1, where
0.003 is expected, is judged fairly); for many, by chi-square for all together. The mean and the
distribution function of a column of whole numbers, and the values of another column, are tested by
themselves (`marginals`). If there are only
samples, they are compared by chi-square. If fewer than five trials are expected outside the
commonest outcome, a sample can't confirm the others, only bound them, unless the commonest outcome
is certain. Weighted trials must lie within as many of their own standard errors, by Student's t; if
few of them carry the weight (`stats.interval`), they are compared, not judged. In all these tests a
correct simulation fails with the same probability, however many outcomes it has: that
of a normal deviate beyond the threshold. For the binomial and for the distribution function this is
an upper bound, for the other tests an approximation. An approximation is compared, not judged.

`table` makes the Parquet file that has every check. `rows` reads the rows of `checks.csv` from it:
all checks; if there are very many, failed and weak ones and counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from scipy.special import ndtr

from sweepstake.report.check import alarm, kinds, means
from sweepstake.report.check.comparison import (
    IN_ERRORS,
    MEAN,
    STANDARD_ERRORS,
    Comparison,
    Ratios,
    size,
)
from sweepstake.report.check.kinds import compared
from sweepstake.report.check.pair import pairs
from sweepstake.stats import goodness
from sweepstake.store import parquet
from sweepstake.store.columns import Whole
from sweepstake.store.points import Floats, Points

FAILS, AGREES, UNJUDGED = "fails", "agrees", "for comparison"
"""The verdicts: the numbers disagree, they agree, or they need not agree."""
ALL = 10_000
"""Up to so many checks are listed; else at most so many failed and as many weak ones."""
WEAK = "bound"
ALL_QUESTIONS = "all questions"
"""The name in the column `question` of the check of all p-values together."""
BATCH = 1 << 17
"""Checks to read at once."""
KIND = ["question", "methods", "compared", "bound", "verdict", "strength"]
"""The columns that are equal in all checks of a kind, which differ only by their point."""


class Check(NamedTuple):
    """One comparison: the difference, the largest one allowed, the verdict, and its strength.

    `strength` is "exact", "float" or "sample" (comparison with another method of that kind),
    "samples" (two samples), "bound" (the sample is too small to confirm the number or to be
    judged), "published", "sum" or "approximation". If the check fails, `furthest` is the outcome
    at which two methods disagree most, with the number of each. `power` is the smallest error that
    the check would have caught with a probability of 99 %: relative for a mean and for weighted
    trials, else of a probability; `each` has the relative power for each of a few outcomes.
    `p_value` is that of a test of a sample.
    """

    question: str
    parameters: str
    methods: str
    compared: str
    difference: float
    bound: float | None
    verdict: str
    strength: str
    furthest: str = ""
    power: float | None = None
    each: str = ""
    p_value: float | None = None

    @property
    def disagreement(self) -> str:
        """A text that says how the check failed."""
        furthest = f"; furthest apart at {self.furthest}" if self.furthest else ""
        return (
            f"({self.methods}): {self.compared}: difference {self.difference:.6g}, "
            f"at most {self.bound or 0:.6g} allowed{furthest}"
        )


NUMBERS = ("difference", "bound", "power", "p_value")
SCHEMA = pa.schema(
    [(name, pa.float64() if name in NUMBERS else pa.string()) for name in Check._fields]
)
"""The columns of a table of checks."""


def comparisons(points: Points, beyond: float = STANDARD_ERRORS) -> Iterator[Comparison]:
    """Every comparison that the answers at `points` allow; those of one point in this order.

    A sample fails beyond so many standard errors.
    """
    ratios = Ratios.of(points, beyond)
    if not points.question.listing:
        yield from kinds.to_one(points, ratios)
    yield from means.published(points, ratios)
    for pair in pairs(points, ratios):
        yield from compared(pair)
    yield from means.of_means(points, ratios)


def checks(points: Points) -> Iterator[Check]:
    """Every comparison that the answers at `points` allow, in the order of the parameters."""
    return listed(table(points, [*comparisons(points)]))


def listed(checks: pa.Table) -> Iterator[Check]:
    """The rows of a table of checks."""
    columns = (column.to_pylist() for column in checks.columns)
    return map(Check._make, zip(*columns, strict=True))


def failing(checks: pa.Table) -> Iterator[Check]:
    """The failed checks of a table."""
    return listed(checks.filter(pc.equal(checks["verdict"], FAILS)))


def table(points: Points, compared: Sequence[Comparison]) -> pa.Table:
    """The comparisons as a table of checks, sorted by point."""
    if not compared:
        return SCHEMA.empty_table()
    at = np.concatenate([comparison.at for comparison in compared])
    which = np.repeat(np.arange(len(compared)), [len(comparison.at) for comparison in compared])
    order = np.argsort(at, kind="stable")
    verdict = np.concatenate([_verdicts(comparison) for comparison in compared])[order]
    at, which = at[order], which[order]

    def by_comparison(values: list[str]) -> pa.Array:
        return pa.DictionaryArray.from_arrays(pa.array(which.astype(np.int32)), values)

    columns = [
        by_comparison([points.question.name] * len(compared)),
        pa.DictionaryArray.from_arrays(pa.array(at.astype(np.int32)), parameters(points)),
        by_comparison([", ".join(comparison.methods) for comparison in compared]),
        by_comparison([comparison.compared for comparison in compared]),
        pa.array(np.concatenate([comparison.difference for comparison in compared])[order]),
        pa.array([comparison.bound for comparison in compared], pa.float64()).take(pa.array(which)),
        pa.DictionaryArray.from_arrays(pa.array(verdict), [AGREES, FAILS, UNJUDGED]),
        by_comparison([comparison.strength for comparison in compared]),
        _furthest(points, compared, at, which, verdict == 1),
        _null_if_nan(np.concatenate([c.powers for c in compared])[order]),
        _each(compared).take(pa.array(order)),
        _null_if_nan(np.concatenate([_p_values(c) for c in compared])[order]),
    ]
    return pa.Table.from_arrays(columns, SCHEMA.names).cast(SCHEMA)


def together(p_values: Floats) -> pa.Table:
    """The check that the p-values of all samples are not small too often; empty for few samples."""
    if len(p_values) < alarm.FEWEST:
        return SCHEMA.empty_table()
    off, bound = goodness.too_small(p_values), alarm.threshold(1)
    row = Check(
        question=ALL_QUESTIONS,
        parameters=f"{len(p_values):,} samples",
        methods="",
        compared=f"p-values of samples, together{IN_ERRORS}",
        difference=off,
        bound=bound,
        verdict=FAILS if off > bound else AGREES,
        strength="sum",
        p_value=2 * float(ndtr(-off)),
    )
    return pa.Table.from_pylist([row._asdict()], SCHEMA)


def parameters(points: Points) -> pa.Array:
    """The parameters of each point, in words."""
    words = [
        pc.binary_join_element_wise(name, points.params[name].cast(pa.string()), "=")
        for name in points.question.parameter
    ]
    if not words:
        return pa.array([""] * len(points), pa.string())
    return pc.binary_join_element_wise(*words, " ").combine_chunks()


def _null_if_nan(values: np.ndarray) -> pa.Array:
    return pa.array(values, pa.float64(), from_pandas=True)


def _each(compared: Sequence[Comparison]) -> pa.Array:
    texts = (comparison.each or [""] * len(comparison.at) for comparison in compared)
    return pa.array(chain.from_iterable(texts), pa.string())


def _p_values(comparison: Comparison) -> np.ndarray:
    """The p-value of each test of a sample, from its normal deviate; NaN if it is none."""
    if not comparison.is_test:
        return np.full(len(comparison.at), np.nan)
    return 2 * ndtr(-comparison.difference)


def _verdicts(comparison: Comparison) -> np.ndarray:
    """0 where it agrees, 1 where it fails, 2 where it is not judged."""
    unjudged = 2 if comparison.bound is None else 0
    return np.where(comparison.fails, 1, unjudged).astype(np.int8)


def _furthest(
    points: Points, compared: Sequence[Comparison], at: Whole, which: Whole, fails: np.ndarray
) -> pa.Array:
    """For each failed check of two methods, the outcome where they differ most."""
    if not fails.any():
        return pa.repeat("", len(at))
    ratios, texts = Ratios.of(points), [""] * len(at)
    for row in np.flatnonzero(fails):
        is_mean = compared[which[row]].compared.startswith(MEAN)
        if len(names := compared[which[row]].methods) == 2 and not is_mean:
            texts[row] = _furthest_outcome(points, ratios, names, int(at[row]))
    return pa.array(texts, pa.string())


def _furthest_outcome(points: Points, ratios: Ratios, names: tuple[str, ...], index: int) -> str:
    """The outcome where two answers differ most, relative to its size, and both probabilities."""
    methods, cells = [*points.question.methods], dict[int, list[int]]()
    for row in range(*np.searchsorted(points.point, [index, index + 1]).tolist()):
        if (name := methods[points.method[row]]) in names:
            cells.setdefault(int(points.cell[row]), [-1, -1])[names.index(name)] = row
    if not cells:
        return ""
    pairs_of_sizes = [
        ([size(ratios.probability(row)) for row in pair], pair) for pair in cells.values()
    ]
    sizes, pair = max(pairs_of_sizes, key=lambda cell: _apart(cell[0]))
    outcomes = points.rows.select([column.name for column in points.question.outcomes])
    [outcome] = outcomes.slice(max(pair), 1).to_pylist()
    at = " ".join(f"{name}={value}" for name, value in outcome.items())
    return f"{at}: {' and '.join(f'{probability:.12g}' for probability in sizes)}"


def _apart(sizes: list[float]) -> float:
    low, high = sorted(sizes)
    return (high - low) / sqrt(high) if high else 0.0


def counts(file: Path) -> pd.DataFrame:
    """For each kind, the check with the largest difference, and the number of its `checks`."""
    parts = (_kinds(part.to_pandas().assign(checks=1)) for part in _parts(file))
    no_checks = SCHEMA.empty_table().to_pandas().assign(checks=0)
    return _kinds(pd.concat([*parts] or [no_checks], ignore_index=True))


def _kinds(checks: pd.DataFrame) -> pd.DataFrame:
    kinds = checks.groupby(KIND, sort=False, dropna=False)
    largest = checks.loc[kinds["difference"].idxmax()]
    return largest.assign(checks=kinds["checks"].sum().to_numpy())


def rows(file: Path, kinds: pd.DataFrame) -> Iterator[Check]:
    """The checks to list. If there are very many, the last rows are one for each kind, with the
    number of its checks and the largest difference.
    """
    if kinds["checks"].sum() <= ALL:
        yield from listed(parquet.read(file))
        return
    yield from _first(file, _fails)
    yield from _first(file, lambda part: pc.and_not(pc.equal(part["strength"], WEAK), _fails(part)))
    largest = listed(pa.Table.from_pandas(kinds, SCHEMA, preserve_index=False))
    for kind, count in zip(largest, kinds["checks"], strict=True):
        checks = f"{count:,} check{'s' if count > 1 else ''}"
        text = f"{checks}; the largest difference is at {kind.parameters}"
        yield kind._replace(parameters=text, furthest="")


def _first(file: Path, is_listed: Callable[[pa.Table], pa.Array]) -> Iterator[Check]:
    """The first `ALL` checks of a file that `is_listed` selects."""
    selected = (check for part in _parts(file) for check in listed(part.filter(is_listed(part))))
    return islice(selected, ALL)


def _fails(part: pa.Table) -> pa.Array:
    return pc.equal(part["verdict"], FAILS)


def _parts(file: Path) -> Iterator[pa.Table]:
    return parquet.tables_of(file, SCHEMA.names, BATCH)

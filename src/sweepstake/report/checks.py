"""Compares each number with the same number from another method: one row for each comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.report.check import AGREES, FAILS, UNJUDGED, Check
from sweepstake.report.comparisons import comparisons
from sweepstake.report.comparisons.comparison import Comparison
from sweepstake.report.comparisons.means import MEAN
from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.store.columns import Whole
from sweepstake.store.points import Points

SCHEMA = pa.schema(
    [
        (name, pa.float64() if name in ("difference", "bound") else pa.string())
        for name in Check._fields
    ]
)
"""The columns of a table of checks."""


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
    ]
    return pa.Table.from_arrays(columns, SCHEMA.names).cast(SCHEMA)


def parameters(points: Points) -> pa.Array:
    """The parameters of each point, in words."""
    words = [
        pc.binary_join_element_wise(name, points.params[name].cast(pa.string()), "=")
        for name in points.question.parameter
    ]
    if not words:
        return pa.array([""] * len(points), pa.string())
    return pc.binary_join_element_wise(*words, " ").combine_chunks()


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


def _furthest_outcome(points: Points, ratios: Ratios, names: tuple[str, ...], place: int) -> str:
    """The outcome where two answers differ most, relative to its size, and both probabilities."""
    methods, cells = [*points.question.methods], dict[int, list[int]]()
    for row in range(*np.searchsorted(points.point, [place, place + 1]).tolist()):
        if (name := methods[points.method[row]]) in names:
            cells.setdefault(int(points.cell[row]), [-1, -1])[names.index(name)] = row
    if not cells:
        return ""
    every = [([size(ratios.probability(row)) for row in pair], pair) for pair in cells.values()]
    sizes, pair = max(every, key=lambda cell: _apart(cell[0]))
    named = points.rows.select([column.name for column in points.question.outcomes])
    [outcome] = named.slice(max(pair), 1).to_pylist()
    at = " ".join(f"{name}={value}" for name, value in outcome.items())
    return f"{at}: {' and '.join(f'{own:.12g}' for own in sizes)}"


def _apart(sizes: list[float]) -> float:
    low, high = sorted(sizes)
    return (high - low) / sqrt(high) if high else 0.0

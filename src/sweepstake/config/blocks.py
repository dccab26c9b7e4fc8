"""The parameters that a block asks for: a `grid` (every combination), a `zip` (values side by side)
or a `list` (points written out), without those that `exclude` names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.config import valid
from sweepstake.config.point import MOST_POINTS
from sweepstake.core.shown import shown
from sweepstake.puzzle.question import Parameter, Question, always

Columns = dict[str, NDArray[np.int64]]
"""Values by parameter, side by side."""


def params(at: str, question: Question, block: Mapping[str, Any]) -> Columns:
    """The parameters of all points of a block, complete and checked."""
    shapes = [shape for shape in SHAPES if shape in block]
    if len(shapes) != 1:
        raise ValueError(
            f"{at} has {' and '.join(shapes) or 'no points'}; give one of {', '.join(SHAPES)}"
        )
    [shape] = shapes
    excluded = [
        _axes(f"{at}.exclude[{n}]", question, part)
        for n, part in enumerate(valid.sequence(f"{at}.exclude", block.get("exclude", [])))
    ]
    at = f"{at}.{shape}"
    columns = _kept(_complete(at, question, SHAPES[shape](at, question, block[shape])), excluded)
    if question.objection is not always:
        for values in rows(columns):
            valid.checked(at, question.checked, values)
    return columns


def rows(columns: Columns) -> Iterator[dict[str, int]]:
    """One point after the other."""
    for values in zip(*(column.tolist() for column in columns.values()), strict=True):
        yield dict(zip(columns, values, strict=True))


def _complete(at: str, question: Question, given: Columns) -> Columns:
    """Every parameter, in declared order, those not given having their defaults."""
    count = len(next(iter(given.values()), [0]))
    missing = {name for name in question.parameter if name not in given}
    if missing:
        first = {name: int(column[0]) for name, column in given.items()}
        defaults = valid.checked(at, question.checked, first)
        given = given | {name: np.full(count, defaults[name], np.int64) for name in missing}
    return {name: given[name] for name in question.parameter}


def _kept(columns: Columns, excluded: Sequence[Columns]) -> Columns:
    """The points that are not excluded: those of which some value is not among the values given."""
    for axes in excluded:
        out = np.ones(len(next(iter(columns.values()))), bool)
        for name, values in axes.items():
            out &= np.isin(columns[name], values)
        columns = {name: column[~out] for name, column in columns.items()}
    return columns


def _grid(at: str, question: Question, block: object) -> Columns:
    axes = _axes(at, question, block)
    if (points := prod(map(len, axes.values()))) > MOST_POINTS:
        raise ValueError(f"{at} is {points:,} points; allowed: at most {MOST_POINTS:,}")
    crossed = np.meshgrid(*axes.values(), indexing="ij")
    return {name: column.ravel() for name, column in zip(axes, crossed, strict=True)}


def _zip(at: str, question: Question, block: object) -> Columns:
    axes = _axes(at, question, block)
    lengths = {name: len(values) for name, values in axes.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{at} has lists of different lengths {lengths}; make them equally long")
    return axes


def _list(at: str, question: Question, block: object) -> Columns:
    points = [
        valid.checked(at, question.checked, valid.mapping(f"{at}[{number}]", given))
        for number, given in enumerate(valid.sequence(at, block))
    ]
    return {
        name: np.array([point[name] for point in points], np.int64) for name in question.parameter
    }


SHAPES = {"grid": _grid, "zip": _zip, "list": _list}


def _axes(at: str, question: Question, block: object) -> Columns:
    axes = valid.mapping(at, block)
    valid.known(at, axes, tuple(question.parameter))
    return {name: _values(f"{at}.{name}", question.parameter[name], axes[name]) for name in axes}


def _values(at: str, parameter: Parameter, given: object) -> NDArray[np.int64]:
    """The values of one parameter: a number, a list, or {range: [first, last, step]}, inclusive."""
    if isinstance(given, Mapping):
        valid.known(at, given, ("range",))
        between = _range(f"{at}.range", given.get("range"))
        for end in {*between[:1], *between[-1:]}:  # before anybody lists what is between
            valid.checked(at, parameter.checked, end)
        if len(between) > MOST_POINTS:
            raise ValueError(f"{at} is {len(between):,} values; allowed: at most {MOST_POINTS:,}")
        values = np.arange(between.start, between.stop, between.step)
    else:
        listed = given if isinstance(given, list) else [given]
        checked = [valid.checked(at, parameter.checked, value) for value in listed]
        values = np.array(checked, np.int64)
    if not len(values):
        raise ValueError(f"{at} is empty; give at least one value")
    return values


def _range(at: str, bounds: object) -> range:
    whole = isinstance(bounds, list) and all(type(bound) is int for bound in bounds)
    if not (isinstance(bounds, list) and whole and len(bounds) in (2, 3)) or 0 in bounds[2:]:
        raise ValueError(f"{at} is {shown(bounds)}; allowed: [first, last] or [first, last, step]")
    first, last, step = (*bounds, 1)[:3]
    return range(first, last + (1 if step > 0 else -1), step)

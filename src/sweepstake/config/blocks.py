"""The parameters that a block asks for: a `grid` (every combination), a `zip` (values side by side)
or a `list` (points written out), without those that `exclude` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.config import valid
from sweepstake.config.point import MOST_POINTS
from sweepstake.config.values import takes, written
from sweepstake.puzzle.lists import AnyParameter, ListOf
from sweepstake.puzzle.method import always
from sweepstake.puzzle.parameter import Choice, Params, rational, whole
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import shown

Columns = dict[str, NDArray[Any]]
"""Values by parameter, side by side, as tables hold them: whole numbers or text."""


def params(at: str, question: Question, block: Mapping[str, Any]) -> Columns:
    """The parameters of all points of a block, complete and checked."""
    [shape] = [shape for shape in SHAPES if shape in block]
    excluded = [
        _axes(f"{at}.exclude[{n}]", question, part) for n, part in enumerate(block["exclude"])
    ]
    if excluded and not question.parameter:
        raise ValueError(f"{at}.exclude: {question.name} has no parameters; leave it out")
    at = f"{at}.{shape}"
    columns = _kept(_complete(at, question, SHAPES[shape](at, question, block[shape])), excluded)
    if question.objection is not always:
        check_each(at, question, columns, question.checked)
    return columns


def check_each(
    at: str, question: Question, columns: Columns, check: Callable[[Params], object]
) -> None:
    """`check` the parameters of each point; a ValueError of it names the point."""
    for values in rows(columns):
        try:
            check(question.read(values))
        except ValueError as error:
            named = "".join(f" {name}={value}" for name, value in values.items())
            where, mend = (f" at{named}", "; to leave it out: `exclude`") if named else ("", "")
            raise ValueError(f"{at}{where}: {error}{mend}") from None


def points(columns: Columns) -> int:
    """The number of points in columns; without parameters there is one."""
    return len(next(iter(columns.values()), [0]))


def rows(columns: Columns) -> Iterator[dict[str, Any]]:
    """The values of each point, as tables hold them; without parameters there is one point."""
    if not columns:
        yield {}
    for values in zip(*(column.tolist() for column in columns.values()), strict=True):
        yield dict(zip(columns, values, strict=True))


def _complete(at: str, question: Question, columns: Columns) -> Columns:
    """Every parameter, in declared order, with its default if no column has it."""
    count = points(columns)
    for name, parameter in question.parameter.items():
        if name not in columns:
            default = valid.checked(at, question.default, parameter)
            columns = columns | {name: _column(parameter, [default]).repeat(count)}
    return {name: columns[name] for name in question.parameter}


def _kept(columns: Columns, excluded: Sequence[Columns]) -> Columns:
    """The points that are not excluded: at least one value is not among the excluded values."""
    for axes in excluded:
        out = np.ones(len(next(iter(columns.values()))), bool)
        for name, values in axes.items():
            out &= np.isin(columns[name], values)
        columns = {name: column[~out] for name, column in columns.items()}
    return columns


def _grid(at: str, question: Question, block: Any) -> Columns:
    axes = _axes(at, question, block)
    if (points := prod(map(len, axes.values()))) > MOST_POINTS:
        raise ValueError(f"{at} is {points:,} points; allowed: at most {MOST_POINTS:,}")
    crossed = np.meshgrid(*axes.values(), indexing="ij")
    return {name: column.ravel() for name, column in zip(axes, crossed, strict=True)}


def _zip(at: str, question: Question, block: Any) -> Columns:
    axes = _axes(at, question, block)
    lengths = {name: len(values) for name, values in axes.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{at} has lists of different lengths {lengths}; make them equally long")
    return axes


def _list(at: str, question: Question, block: Any) -> Columns:
    points = [valid.checked(f"{at}[{n}]", question.checked, part) for n, part in enumerate(block)]
    return {
        name: _column(parameter, [point[name] for point in points])
        for name, parameter in question.parameter.items()
    }


SHAPES = {"grid": _grid, "zip": _zip, "list": _list}


def _axes(at: str, question: Question, axes: Any) -> Columns:
    valid.known(at, axes, tuple(question.parameter))
    return {name: values(f"{at}.{name}", question.parameter[name], axes[name]) for name in axes}


def values(at: str, parameter: AnyParameter, axis: Any) -> NDArray[Any]:
    """The values of one parameter: a value, a list, or {range: [first, last, step]}, inclusive."""
    if isinstance(axis, str):
        axis = written(axis, parameter)
    if isinstance(axis, Mapping):
        return _between(at, parameter, axis["range"])
    listed = axis if isinstance(axis, list) else [axis]
    if isinstance(parameter, ListOf) and takes(parameter, listed):
        prompt = f", or {axis}: at a prompt" * isinstance(axis, str)
        raise ValueError(
            f"{at} is {shown(axis)}; each value is a list: write {shown([listed])}{prompt}"
        )
    return _column(parameter, [valid.checked(at, parameter.checked, value) for value in listed])


def _column(parameter: AnyParameter, values: Sequence[object]) -> NDArray[Any]:
    """Values of a parameter as tables hold them."""
    return np.array(
        [*map(parameter.stored, values)], np.int64 if parameter.type == "int" else object
    )


def _between(at: str, parameter: AnyParameter, bounds: list[Any]) -> NDArray[Any]:
    """The values from the first bound to the last, both included, a step apart."""
    if isinstance(parameter, Choice | ListOf):
        raise ValueError(f"{at}: words and lists have no range; give values: {parameter.allowed}")
    number = whole if parameter.type == "int" else rational
    first, last, step = map(number, [*bounds, 1][:3])
    if first is None or last is None or not step:
        raise ValueError(
            f"{at}.range is {shown(bounds)}; allowed: [first, last] or [first, last, step], "
            f"numbers of which step is not 0"
        )
    count = int((last - first) // step) + 1
    if count < 1:
        raise ValueError(f"{at} is empty; give at least one value")
    for end in (first, first + (count - 1) * step):  # before the values between are listed
        valid.checked(at, parameter.checked, end)
    if count > MOST_POINTS:
        raise ValueError(f"{at} is {count:,} values; allowed: at most {MOST_POINTS:,}")
    between = (first + k * step for k in range(count))
    if parameter.type == "int":
        return np.fromiter(between, np.int64, count)  # np.arange gives floats near 2^63
    return _column(parameter, [*between])

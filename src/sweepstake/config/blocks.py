"""The parameters that a block asks for: a `grid` (every combination), a `zip` (values side by side)
or a `list` (points written out), less what `exclude` names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from sweepstake.config import valid
from sweepstake.config.point import MOST_POINTS
from sweepstake.core.shown import shown
from sweepstake.puzzle.question import Parameter, Question

Given = Iterator[dict[str, object]]


def params(at: str, question: Question, block: Mapping[str, Any]) -> Iterator[dict[str, int]]:
    """Each set of parameters, complete and checked."""
    shapes = [shape for shape in SHAPES if shape in block]
    if len(shapes) != 1:
        raise ValueError(
            f"{at} has {' and '.join(shapes) or 'no points'}; allowed: one of {', '.join(SHAPES)}"
        )
    [shape] = shapes
    excluded = [
        _excluded(f"{at}.exclude[{n}]", question, part)
        for n, part in enumerate(valid.sequence(f"{at}.exclude", block.get("exclude", [])))
    ]
    at = f"{at}.{shape}"
    defaults = {p.name: p.default for p in question.parameters}
    for given in SHAPES[shape](at, question, block[shape]):
        whole = {**defaults, **given}
        if not any(_among(whole, axes) for axes in excluded):
            yield valid.checked(at, question.checked, given)


def _grid(at: str, question: Question, block: object) -> Given:
    axes = _axes(at, question, block)
    if (points := prod(map(len, axes.values()))) > MOST_POINTS:
        raise ValueError(f"{at} is {points:,} points; allowed: at most {MOST_POINTS:,}")
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _zip(at: str, question: Question, block: object) -> Given:
    axes = _axes(at, question, block)
    lengths = {name: len(values) for name, values in axes.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{at} has lengths {lengths}; allowed: lists of one length")
    for values in zip(*axes.values(), strict=True):
        yield dict(zip(axes, values, strict=True))


def _list(at: str, question: Question, block: object) -> Given:
    for number, given in enumerate(valid.sequence(at, block)):
        yield dict(valid.mapping(f"{at}[{number}]", given))


SHAPES = {"grid": _grid, "zip": _zip, "list": _list}


def _axes(at: str, question: Question, block: object) -> dict[str, Sequence[object]]:
    axes = valid.mapping(at, block)
    valid.known(at, axes, tuple(question.parameter))
    return {name: _values(f"{at}.{name}", question.parameter[name], axes[name]) for name in axes}


def _excluded(at: str, question: Question, block: object) -> dict[str, Collection[int]]:
    """The values that are excluded together, by parameter."""
    return {
        name: values
        if isinstance(values, range)
        else frozenset(_checked(at, question, name, values))
        for name, values in _axes(at, question, block).items()
    }


def _checked(at: str, question: Question, name: str, values: Sequence[object]) -> list[int]:
    return [valid.checked(at, question.parameter[name].checked, value) for value in values]


def _among(params: Mapping[str, object], axes: Mapping[str, Collection[int]]) -> bool:
    """Is every value of `params` that `axes` names among its values?"""
    return all(type(params[k]) is int and params[k] in values for k, values in axes.items())


def _values(at: str, parameter: Parameter, given: object) -> Sequence[object]:
    """The values of one parameter: a number, a list, or {range: [first, last, step]}, inclusive."""
    values: Sequence[object] = given if isinstance(given, list) else [given]
    if isinstance(given, Mapping):
        valid.known(at, given, ("range",))
        values = _range(f"{at}.range", given.get("range"))
        for end in {*values[:1], *values[-1:]}:  # before anybody lists what is between
            valid.checked(at, parameter.checked, end)
    if not values:
        raise ValueError(f"{at} is empty; allowed: at least one value")
    return values


def _range(at: str, bounds: object) -> range:
    whole = isinstance(bounds, list) and all(type(bound) is int for bound in bounds)
    if not (isinstance(bounds, list) and whole and len(bounds) in (2, 3)) or 0 in bounds[2:]:
        raise ValueError(f"{at} is {shown(bounds)}; allowed: [first, last] or [first, last, step]")
    first, last, step = (*bounds, 1)[:3]
    return range(first, last + (1 if step > 0 else -1), step)

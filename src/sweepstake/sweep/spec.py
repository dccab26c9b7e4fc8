"""From a config to points.

A sweep asks one question at the points of one or more blocks. A block is a `grid` (every
combination), a `zip` (values side by side) or a `list` (points written out), less what `exclude`
names, times its `methods`. Blocks are united and what occurs twice is asked once.

Every error is a ValueError of one line: the key, the value, what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from sweepstake import puzzles
from sweepstake.core.question import Question
from sweepstake.sweep.point import MOST_TRIALS, Point
from sweepstake.sweep.precision import MEAN, Until

Config = Mapping[str, Any]
Amount = int | Until | None
SHAPES = ("grid", "zip", "list")
BOUNDS = ("standard_error", "relative_error")
PYTHON = {"int": int, "bool": bool, "string": str}


@dataclass(frozen=True)
class Sweep:
    """A named set of points, all of one question, in order."""

    name: str
    question: Question
    points: tuple[Point, ...]


def read_config(path: Path) -> Config:
    """The config in a YAML file."""
    import yaml

    try:
        config = yaml.safe_load(path.read_text())
    except OSError as error:
        raise ValueError(f"config {path}: {error.strerror}; allowed: a readable file") from None
    except yaml.YAMLError as error:
        where = " ".join(str(error).split())
        raise ValueError(f"config {path} is not YAML: {where}") from None
    return _mapping("top level", config)


def sweeps(config: Config) -> dict[str, Sweep]:
    """Every sweep of `config` by name, or ValueError in one line."""
    _known("top level", config, ("seed", "sweeps"))
    seed = _whole("seed", config.get("seed", 1), 0, 2**63 - 1)
    declared = _mapping("sweeps", _needed("top level", config, "sweeps"))
    return {name: _sweep(name, block, seed) for name, block in declared.items()}


def sweep(config: Config, name: str) -> Sweep:
    """The sweep called `name`."""
    every = sweeps(config)
    if name not in every:
        raise ValueError(f"there is no sweep {name!r}; allowed: {', '.join(every)}")
    return every[name]


def _sweep(name: str, block: object, seed: int) -> Sweep:
    at = f"sweeps.{name}"
    if not (name.isidentifier() and name.islower()):
        raise ValueError(f"{at}: {name!r} is no name; allowed: lower case letters, digits and _")
    block = _mapping(at, block)
    _known(at, block, ("question", "points"))
    question = _at(f"{at}.question", puzzles.question, _needed(at, block, "question"))
    blocks = _needed(at, block, "points")
    if not isinstance(blocks, list) or not blocks:
        raise ValueError(f"{at}.points is {blocks!r}; allowed: a list of grid, zip or list blocks")
    found: dict[str, Point] = {}
    for number, part in enumerate(blocks):
        for point in _block(f"{at}.points[{number}]", question, part, seed):
            known = found.get(point.id, point)
            found[point.id] = _stricter(f"{at}.points[{number}]", known, point)
    return Sweep(name, question, tuple(found.values()))


def _block(at: str, question: Question, block: object, seed: int) -> Iterator[Point]:
    block = _mapping(at, block)
    _known(at, block, (*SHAPES, "exclude", "methods"))
    shapes = [shape for shape in SHAPES if shape in block]
    if len(shapes) != 1:
        raise ValueError(
            f"{at} has {' and '.join(shapes) or 'no points'}; allowed: one of {SHAPES}"
        )
    [shape] = shapes
    methods = _methods(f"{at}.methods", question, _needed(at, block, "methods"))
    excluded = [
        _axes(f"{at}.exclude[{n}]", question, part)
        for n, part in enumerate(_sequence(f"{at}.exclude", block.get("exclude", [])))
    ]
    for given in _POINTS[shape](f"{at}.{shape}", question, block[shape]):
        if not any(all(given.get(k) in v for k, v in axes.items()) for axes in excluded):
            params = _at(f"{at}.{shape}", question.checked, given)
            for method, amount in methods.items():
                _at(f"{at}.methods at {params}", question.method, method, params)
                yield Point(
                    question.name,
                    method,
                    tuple(params.items()),
                    amount if isinstance(amount, int) else None,
                    None if amount is None else seed,
                    amount if isinstance(amount, Until) else None,
                )


def _grid(at: str, question: Question, block: object) -> Iterator[dict[str, object]]:
    axes = _axes(at, question, block)
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _zip(at: str, question: Question, block: object) -> Iterator[dict[str, object]]:
    axes = _axes(at, question, block)
    lengths = {name: len(values) for name, values in axes.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{at} has lengths {lengths}; allowed: lists of one length")
    for values in zip(*axes.values(), strict=True):
        yield dict(zip(axes, values, strict=True))


def _list(at: str, question: Question, block: object) -> Iterator[dict[str, object]]:
    for number, given in enumerate(_sequence(at, block)):
        yield dict(_mapping(f"{at}[{number}]", given))


_POINTS = {"grid": _grid, "zip": _zip, "list": _list}


def _axes(at: str, question: Question, block: object) -> dict[str, list[object]]:
    axes = _mapping(at, block)
    _known(at, axes, tuple(question.parameter))
    return {name: _values(f"{at}.{name}", axes[name]) for name in axes}


def _values(at: str, given: object) -> list[object]:
    """The values of one parameter: a number, a list, or {range: [first, last, step]}, inclusive."""
    if isinstance(given, Mapping):
        _known(at, given, ("range",))
        given = _range(f"{at}.range", given.get("range"))
    values = given if isinstance(given, list) else [given]
    if not values:
        raise ValueError(f"{at} is empty; allowed: at least one value")
    return values


def _range(at: str, bounds: object) -> list[int]:
    whole = isinstance(bounds, list) and all(type(bound) is int for bound in bounds)
    if not (isinstance(bounds, list) and whole and len(bounds) in (2, 3)) or 0 in bounds[2:]:
        raise ValueError(f"{at} is {bounds!r}; allowed: [first, last] or [first, last, step]")
    first, last, *step = bounds
    return list(range(first, last + 1, *step))


def _methods(at: str, question: Question, given: object) -> dict[str, Amount]:
    """How much to sample, by method: None for one that does not sample."""
    options = given if isinstance(given, Mapping) else dict.fromkeys(_sequence(at, given))
    if not options:
        raise ValueError(f"{at} is empty; allowed: {', '.join(question.methods)}")
    return {name: _amount(f"{at}.{name}", question, name, o) for name, o in options.items()}


def _amount(at: str, question: Question, method: str, options: object) -> Amount:
    options = _mapping(at, options or {})
    if _at(at, question.method, method).kind != "sampled":
        _known(at, options, ())
        return None
    _known(at, options, ("trials", "until"))
    if "until" in options and "trials" in options:
        raise ValueError(f"{at} has trials and until; allowed: one of them")
    if "until" in options:
        return _until(f"{at}.until", question, _mapping(f"{at}.until", options["until"]))
    return _whole(f"{at}.trials", _needed(at, options, "trials"), 1, MOST_TRIALS)


def _until(at: str, question: Question, given: Mapping[str, Any]) -> Until:
    _known(at, given, (*BOUNDS, "of", "max_trials"))
    bounds = [name for name in BOUNDS if name in given]
    if len(bounds) != 1:
        raise ValueError(f"{at} has {' and '.join(bounds) or 'no bound'}; allowed: one of {BOUNDS}")
    [name] = bounds
    bound = _number(f"{at}.{name}", given[name])
    most = _whole(f"{at}.max_trials", _needed(at, given, "max_trials"), 1, MOST_TRIALS)
    return Until(bound, name == "relative_error", _estimated(at, question, given), most)


def _estimated(at: str, question: Question, given: Mapping[str, Any]) -> Any:
    """What the bound is of: the mean, or an outcome as pairs of column and value."""
    of = _needed(at, given, "of")
    types = {column.name: column.type for column in question.outcomes}
    if of == MEAN and "int" in types.values():
        return MEAN
    allowed = f"{'mean, or ' * ('int' in types.values())}a value for some of {', '.join(types)}"
    if not isinstance(of, Mapping) or not of:
        raise ValueError(f"{at}.of is {of!r}; allowed: {allowed}")
    for name, value in of.items():
        if name not in types or type(value) is not PYTHON[types[name]]:
            raise ValueError(f"{at}.of.{name} is {value!r}; allowed: {allowed}")
    return tuple(of.items())


def _stricter(at: str, a: Point, b: Point) -> Point:
    """Of one point asked twice, the one with more trials; two bounds can't be compared."""
    if a.until != b.until:
        raise ValueError(f"{at}: {b} is asked twice with different `until`; allowed: once")
    return replace(a, trials=max(a.trials or 0, b.trials or 0) or None)


def _at(at: str, check: Any, *given: object) -> Any:
    """`check(*given)`, its complaint headed by the key."""
    try:
        return check(*given)
    except ValueError as error:
        raise ValueError(f"{at}: {error}") from None


def _known(at: str, block: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    for key in block:
        if key not in allowed:
            raise ValueError(
                f"{at} has unknown key {key!r}; allowed: {', '.join(allowed) or 'none'}"
            )


def _needed(at: str, block: Mapping[str, Any], key: str) -> Any:
    if key not in block:
        raise ValueError(f"{at} has no {key!r}, which it needs")
    return block[key]


def _mapping(at: str, given: object) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise ValueError(f"{at} is {given!r}; allowed: a mapping of names to values")
    return given


def _sequence(at: str, given: object) -> list[Any]:
    if not isinstance(given, list):
        raise ValueError(f"{at} is {given!r}; allowed: a list")
    return given


def _number(at: str, given: object) -> float:
    """A number above 0; 1e-3, which YAML reads as text, is one."""
    try:
        number = float(given) if isinstance(given, str | int | float) else 0.0
    except ValueError:
        number = 0.0
    if isinstance(given, bool) or not 0 < number < float("inf"):
        raise ValueError(f"{at} is {given!r}; allowed: a number above 0")
    return number


def _whole(at: str, given: object, low: int, high: int) -> int:
    """A whole number within bounds; 1e9, which YAML reads as text, is one."""
    try:
        number = float(given) if isinstance(given, str | float) else given
        if isinstance(number, float) and number.is_integer():
            number = int(number)
    except ValueError:
        number = given
    if type(number) is not int or not low <= number <= high:
        raise ValueError(f"{at} is {given!r}; allowed: whole numbers from {low:,} to {high:,}")
    return number

"""From a config to points.

A sweep asks one question at the points of one or more blocks: the parameters of a block (`blocks`)
times its methods (`amount`). Blocks are united and what occurs twice is asked once.

Every error is a ValueError of one line: the key, the value, what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sweepstake import puzzles
from sweepstake.core.question import Question
from sweepstake.sweep import blocks, valid
from sweepstake.sweep.amount import amounts
from sweepstake.sweep.columns import Points, point_type
from sweepstake.sweep.precision import Until

Config = Mapping[str, Any]


@dataclass(frozen=True)
class Sweep:
    """A named set of points, all of one question, in order."""

    name: str
    question: Question
    points: Points


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
    return valid.mapping("top level", config)


def sweeps(config: Config) -> dict[str, Sweep]:
    """Every sweep of `config` by name, or ValueError in one line."""
    valid.known("top level", config, ("seed", "sweeps"))
    seed = valid.whole("seed", config.get("seed", 1), 0, 2**63 - 1)
    declared = valid.mapping("sweeps", valid.needed("top level", config, "sweeps"))
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
    block = valid.mapping(at, block)
    valid.known(at, block, ("question", "points"))
    asked = valid.needed(at, block, "question")
    question = valid.checked(f"{at}.question", puzzles.question, asked)
    parts, at = valid.needed(at, block, "points"), f"{at}.points"
    if not isinstance(parts, list) or not parts:
        raise ValueError(f"{at} is {parts!r}; allowed: a list of grid, zip or list blocks")
    untils: list[Until] = []
    rows = np.fromiter(
        (
            row
            for number, part in enumerate(parts)
            for row in _rows(f"{at}[{number}]", question, part, untils)
        ),
        point_type(question),
    )
    return Sweep(name, question, _united(at, Points(question.name, seed, tuple(untils), rows)))


def _rows(
    at: str, question: Question, block: object, untils: list[Until]
) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    """The points of a block as rows of `Points`; bounds that are new are added to `untils`."""
    block = valid.mapping(at, block)
    valid.known(at, block, (*blocks.SHAPES, "exclude", "methods"))
    methods = amounts(f"{at}.methods", question, valid.needed(at, block, "methods"))
    untils += [a for a in methods.values() if isinstance(a, Until) and a not in untils]
    numbers = {name: number for number, name in enumerate(question.methods)}
    for params in blocks.params(at, question, block):
        for name, amount in methods.items():
            valid.checked(f"{at}.methods at {params}", question.method, name, params)
            trials = amount if isinstance(amount, int) else 0
            until = untils.index(amount) if isinstance(amount, Until) else -1
            yield tuple(params.values()), numbers[name], trials, until


def _united(at: str, points: Points) -> Points:
    """Each point once, with the most trials asked of it; two bounds can't be compared."""
    rows = points.rows
    if not len(rows):
        raise ValueError(f"{at} is empty: everything is excluded; allowed: at least one point")
    asked = np.column_stack([rows["params"], rows["method"]])
    _, first, group = np.unique(asked, axis=0, return_index=True, return_inverse=True)
    differs = np.flatnonzero(rows["until"] != rows["until"][first][group])
    if len(differs):
        again = points[differs[0]]
        raise ValueError(f"{at}: {again} is asked twice with different `until`; allowed: once")
    most = np.zeros(len(first), np.int64)
    np.maximum.at(most, group, rows["trials"])
    order = np.argsort(first)
    return points.taken(first[order]).with_trials(most[order])

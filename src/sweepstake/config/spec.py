"""From a config to points.

A sweep asks one question at the points of one or more blocks: the parameters of a block
(`points.block_params`) times its methods (`valid.amounts`). A point in several blocks is listed
once.

Every error is a ValueError of one line: the key, the value, and what is allowed or what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from sweepstake.config import grammar, valid
from sweepstake.config.file import Config
from sweepstake.config.points import (
    Points,
    block_params,
    check_each,
    method_column,
    point_count,
    point_schema,
)
from sweepstake.config.valid import Until, amounts
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.store.columns import are_sorted, codes, numbered, starts, taken
from sweepstake.text.shown import check_among


@dataclass(frozen=True)
class Sweep:
    """A named set of points of one question, in the order of its table."""

    name: str
    question: Question
    points: Points


@dataclass(frozen=True)
class Declared:
    """A sweep as a config declares it, before its points are listed."""

    name: str
    question: Question
    blocks: list[Any]
    seed: int

    @property
    def sweep(self) -> Sweep:
        """The sweep, with its points checked."""
        at = f"sweeps.{self.name}.points"
        untils: list[Until] = []
        parts = [
            part
            for number, block in enumerate(self.blocks)
            for part in _tables(f"{at}[{number}]", self.question, block, untils)
        ]
        points = Points(self.question.name, self.seed, tuple(untils), pa.concat_tables(parts))
        return Sweep(self.name, self.question, united(at, points))


def declared(config: Config) -> dict[str, Declared]:
    """Every sweep of `config` by name, as it is declared."""
    read = grammar.read(config)
    valid.checked("puzzles", register.load, read["puzzles"])
    return {name: _declared(name, keys, read["seed"]) for name, keys in read["sweeps"].items()}


def sweeps(config: Config) -> dict[str, Sweep]:
    """Every sweep of `config` by name."""
    return {name: sweep.sweep for name, sweep in declared(config).items()}


def sweep(config: Config, name: str) -> Sweep:
    """The sweep called `name`; the others are not read."""
    blocks = config.get("sweeps")
    if isinstance(blocks, Mapping) and blocks:
        check_among("there is no sweep", name, blocks)
        config = {**config, "sweeps": {name: blocks[name]}}
    return declared(config)[name].sweep


def _declared(name: str, keys: Mapping[str, Any], seed: int) -> Declared:
    question = valid.checked(f"sweeps.{name}.question", register.question, keys["question"])
    return Declared(name, question, keys["points"], seed)


def _tables(
    at: str, question: Question, block: Mapping[str, Any], untils: list[Until]
) -> Iterator[pa.Table]:
    """The points of a block, one table for each method; new bounds are added to `untils`."""
    amount_of = amounts(f"{at}.methods", question, block["methods"])
    untils += [a for a in amount_of.values() if isinstance(a, Until) and a not in untils]
    columns = block_params(at, question, block)
    count = point_count(columns)
    for method, amount in amount_of.items():
        if question.methods[method].limited:
            check_each(f"{at}.methods", question, columns, partial(question.method, method))
        per_method = {
            "method": method_column(question, method, count),
            "trials": pa.repeat(amount if isinstance(amount, int) else 0, count),
            "_until": pa.repeat(untils.index(amount) if isinstance(amount, Until) else -1, count),
        }
        yield pa.table({**columns, **per_method}).cast(point_schema(question))


def united(at: str, points: Points) -> Points:
    """Each point once and in order, with the largest number of trials requested for it."""
    if not len(points):
        raise InputError(f"{at} is empty: `exclude` leaves out every point; keep at least one")
    table = points.table.combine_chunks()
    key = [codes(table[name]) for name in (*points.asks.parameter, "method")]
    if not are_sorted(key):
        order = np.lexsort(key[::-1])
        table, key = taken(table, order), [column[order] for column in key]
    first = starts(*key)
    if len(first) == len(table):
        return replace(points, table=table)
    trials, until = (table[name].to_numpy() for name in ("trials", "_until"))
    is_again = np.diff(numbered(first, len(table))) == 0
    twice = np.flatnonzero(is_again & (np.diff(until) != 0))
    if len(twice):
        point = replace(points, table=table)[int(twice[0])]
        raise InputError(
            f"{at}: {point} is asked twice, with two `until` or with `until` and `trials`; "
            f"keep one of them"
        )
    most = pa.array(np.maximum.reduceat(trials, first))
    column = table.column_names.index("trials")
    return replace(points, table=taken(table, first).set_column(column, "trials", most))

"""Predicted against measured cost: every method of every question, over a spread of sizes.

`python benchmarks/estimates.py [QUESTION ...]` takes some minutes, prints a table and ends with
the points that took over 0.05 s and are predicted more than 3 times too high or too low.

Each point is computed in a process of its own, forked once a small point has been answered: so
no import or compilation is counted, and nothing that an earlier point left in a cache helps.
Processor time is measured, not the clock. A point that takes over 10 s is cut short there.
"""

from __future__ import annotations

import os
import resource
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import log10
from typing import Any

import numpy as np

from sweepstake.puzzle import Method, Question, register
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf

SHORTEST, LONGEST, STEPS = 1e-3, 3.0, 5
"""The predicted seconds between which points are spread, and points for each power of ten."""
JUDGED, FACTOR = 0.05, 3.0
"""Seconds from which an estimate is judged, and how many times it may be off."""
CUT, BYTES = 10, 6_000_000_000
"""Processor seconds and memory that a point may take here."""
SAMPLED = 0.2
"""Predicted seconds for which a method that draws is run."""
SPREAD = (*range(17), 20, 26, 32, 40, 52, 64, 100, 150, 200, 300, 400, 700, 1000, 2000, 4096)
SPREAD += (10_000, 20_000)
SHARED = {
    ("guess_win", "exact"): [range(65, 402), range(402, 1025)],
    ("guess_win", "float"): [range(65, 1025), range(1025, 4097), range(4097, 20_001, 10)],
}
"""Methods that answer many points in one pass, and the points that share one."""

Params = dict[str, Any]


def _values(parameter: AnyParameter) -> Sequence[Any]:
    if isinstance(parameter, ListOf):
        return parameter.examples
    if isinstance(parameter, Choice):
        return parameter.values
    return [v for v in SPREAD if parameter.low <= v <= parameter.high]


def possible(question: Question, name: str) -> Iterator[Params]:
    """The parameters of the spread at which a method answers."""
    for combination in product(*map(_values, question.parameters)):
        params = dict(zip(question.parameter, combination, strict=True))
        try:
            question.method(name, question.checked(params))
        except ValueError:
            continue
        yield params


def chosen(question: Question, name: str) -> list[Params]:
    """Some of them, spread over the orders of magnitude of their predicted cost."""
    method = question.methods[name]
    every = list(possible(question, name))
    taken: dict[int, Params] = {}
    for place in np.random.default_rng(1).permutation(len(every)):
        cost = method.seconds(**every[place])
        if method.draws or SHORTEST <= cost <= LONGEST:
            taken.setdefault(round(STEPS * log10(cost)), every[place])
    return sorted(taken.values(), key=lambda params: method.seconds(**params))


def trials(method: Method, params: Params) -> int:
    """Trials that are predicted to take SAMPLED; 0 unless the method draws."""
    return int(SAMPLED / method.seconds(**params)) + 1 if method.draws else 0


def answered(method: Method, params: Params, games: int) -> None:
    """Answer once."""
    if games:
        from sweepstake.core.stream import stream

        method.answer(stream(1, "estimates"), games, **params)
    else:
        method.answer(**params)


def measured(work: Callable[[], None]) -> float | None:
    """Processor seconds of `work` in a process of its own; None if it raises.

    Infinite if it was cut short.
    """
    there, here = os.pipe()
    if not (child := os.fork()):
        resource.setrlimit(resource.RLIMIT_CPU, (CUT, CUT + 1))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        began, took = time.process_time(), -1.0
        try:
            work()
            took = time.process_time() - began
        finally:
            os.write(here, struct.pack("d", took))
            os._exit(0)
    os.close(here)
    said = os.read(there, 8)
    os.close(there)
    os.waitpid(child, 0)
    if not said:
        return float("inf")
    [took] = struct.unpack("d", said)
    return took if took >= 0 else None


def shared(method: Method, batches: list[range]) -> Iterator[tuple[Params, float, float]]:
    """As `compared`, for batches of rows of cards, the longest of each for its parameters."""
    for batch in batches:

        def work(batch: range = batch) -> None:
            for cards in batch:
                method.answer(cards=cards)

        if took := measured(work):
            yield {"cards": batch[-1]}, sum(method.seconds(cards=cards) for cards in batch), took


def compared(question: Question, name: str) -> Iterator[tuple[Params, float, float]]:
    """For each point its parameters, its predicted and its measured seconds."""
    method = question.methods[name]
    its: list[Any] = list(possible(question, name))
    small = [dict(params) for params in question.small if params in its]
    answered(method, small[-1], 100 if method.draws else 0)
    if (question.name, name) in SHARED:
        yield from shared(method, SHARED[question.name, name])
        return
    for params in chosen(question, name):
        games = trials(method, params)
        predicted = method.seconds(**params) * max(games, 1)
        took = measured(partial(answered, method, params, games))
        if took is not None:
            yield params, predicted, took


def main(names: list[str]) -> None:
    """Print the table, then the points that are far off."""
    far = []
    print(f"{'question, method, parameters':58} predicted s measured s  measured/predicted")
    for question in register.questions().values():
        if names and question.name not in names:
            continue
        for name in question.methods:
            for params, predicted, took in compared(question, name):
                said = " ".join(f"{key}={value}" for key, value in params.items())
                ratio = took / predicted
                line = f"{f'{question.name} {name} {said}':58} {predicted:11.4f} {took:10.4f}"
                line += f" {ratio:8.2f}"
                print(line, flush=True)
                if took > JUDGED and not 1 / FACTOR <= ratio <= FACTOR:
                    far.append(line)
    print(f"\nOver {JUDGED} s, and off by more than {FACTOR:g} times: {len(far)}")
    print("\n".join(far))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Signatures of states, in compiled code: the weights of the classes that may come next.

A signature is a row: the unit, and for each number (of a class and of what comes with the step) its
weight, all divided by their common divisor. Equal signatures have one number.
"""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np

from sweepstake.core.kernels import compiled, inlined
from sweepstake.game.compiled.calls.whole import times
from sweepstake.game.compiled.exploring.rows import number_of

MAX_STEPS = 2_000
"""Most steps of a state, because they are sorted by insertion."""
HEAD = 1
"""The place of the first number in a row."""


@inlined
def written(n: int, steps: Any, names: Any, pool: Any, at: int) -> Any:
    """Write the signature of a state at a place of the pool; returns its length."""
    ends, to, what, labels = steps
    unit, common, k = 1, 0, 0
    if ends[n + 1] - ends[n] > MAX_STEPS:
        raise OverflowError
    for s in range(ends[n], ends[n + 1]):
        of = labels[what[s], 2]
        unit = times(unit // gcd(unit, of), of)
    for s in range(ends[n], ends[n + 1]):
        kind, ways, of = labels[what[s], 0], labels[what[s], 1], labels[what[s], 2]
        target = names[to[s]] if to[s] >= 0 else to[s]
        number, weight = (target + 2) * len(labels) + kind, ways * (unit // of)
        j = k
        while j > 0 and pool[at + HEAD + 2 * (j - 1)] > number:
            j -= 1
        if j > 0 and pool[at + HEAD + 2 * (j - 1)] == number:
            pool[at + HEAD + 2 * j - 1] += weight
            continue
        for place in range(at + HEAD + 2 * k - 1, at + HEAD + 2 * j - 1, -1):
            pool[place + 2] = pool[place]
        pool[at + HEAD + 2 * j], pool[at + HEAD + 2 * j + 1] = number, weight
        k += 1
    common = unit
    for j in range(k):
        common = gcd(common, pool[at + HEAD + 2 * j + 1])
    pool[at] = unit // common
    for j in range(k):
        pool[at + HEAD + 2 * j + 1] //= common
    return HEAD + 2 * k


@inlined
def named(n: int, steps: Any, names: Any, rows: Any) -> Any:
    """The number of the signature of a state."""
    pool, starts, _, count = rows
    at = starts[count[0]]
    return number_of(rows, pool, at, written(n, steps, names, pool, at))


@compiled
def signed(out: Any, states: Any, steps: Any, names: Any, rows: Any) -> None:
    """Put into `out` the number of the signature of each of some states."""
    for k in range(len(states)):
        out[k] = named(states[k], steps, names, rows)


@compiled
def reversed_steps(steps: Any, firsts: Any, before: Any) -> None:
    """Fill `before`: from firsts[n] on, the predecessors of state n, one for each step."""
    ends, to = steps[0], steps[1]
    for target in to:
        if target >= 0:
            firsts[target + 1] += 1
    for n in range(len(firsts) - 1):
        firsts[n + 1] += firsts[n]
    place = firsts.copy()
    for n in range(len(firsts) - 1):
        for s in range(ends[n], ends[n + 1]):
            if to[s] >= 0:
                before[place[to[s]]] = n
                place[to[s]] += 1


@compiled
def from_the_ends(steps: Any, firsts: Any, before: Any, names: Any, rows: Any) -> None:
    """Name the states from which no cycle can be reached by their signatures."""
    ends, to = steps[0], steps[1]
    count = len(names)
    waits, ready = np.zeros(count, np.int64), np.zeros(count, np.int64)
    seen = 0
    for n in range(count):
        for s in range(ends[n], ends[n + 1]):
            waits[n] += to[s] >= 0
        if waits[n] == 0:
            ready[seen] = n
            seen += 1
    k = 0
    while k < seen:
        n = ready[k]
        k += 1
        names[n] = named(n, steps, names, rows)
        for place in range(firsts[n], firsts[n + 1]):
            m = before[place]
            waits[m] -= 1
            if waits[m] == 0:
                ready[seen] = m
                seen += 1

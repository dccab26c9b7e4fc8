"""Absorbing Markov chains in floating point: how long until absorption, and where.

A process whose next state depends only on its current one is a Markov chain. Let P be the matrix of
one-step probabilities, with empty rows for absorbing states, and s the start. After t steps the
mass is s P^t, and its entry for an absorbing state is the probability of arriving there at step t:
a step later that mass has left the chain. Only positive numbers are added, so nothing cancels and a
probability keeps nearly all its digits however small it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

State = TypeVar("State", bound=Hashable)
Weights = Mapping[State, int] | Mapping[State, float]
Mass = NDArray[np.float64]

MAX_STEPS = 10**6


@dataclass(frozen=True)
class Chain:
    """A start and a matrix: `onward @ mass` is the mass one step later."""

    start: Mass
    onward: csr_array[np.float64]
    absorbing: Mapping[Hashable, int]
    """The index of each absorbing state."""


def explored(start: Weights[State], step: Callable[[State], Weights[State]]) -> Chain:
    """The chain of every state that can be reached from `start`.

    `step` gives the weights of the next states, in any unit; none for an absorbing state.
    """
    from scipy.sparse import csr_array  # importing it takes as long as a small chain

    states = list(start)
    index = {state: k for k, state in enumerate(states)}
    absorbing: dict[Hashable, int] = {}
    rows, columns, shares = array("q", [0]), array("q"), array("d")
    for state in states:
        following = step(state)
        whole = sum(following.values())
        for other, weight in following.items():
            k = index.setdefault(other, len(states))
            if k == len(states):
                states.append(other)
            columns.append(k)
            shares.append(weight / whole)
        rows.append(len(columns))
        if not following:
            absorbing[state] = index[state]
    size = len(states)
    steps = csr_array((np.array(shares), np.array(columns), np.array(rows)), shape=(size, size))
    mass = np.zeros(size)
    mass[: len(start)] = list(start.values())
    return Chain(mass / mass.sum(), csr_array(steps.T), absorbing)


def absorptions(chain: Chain, left: float = 1e-14) -> Iterator[dict[Hashable, float]]:
    """After 0, 1, 2, ... steps, the probability of arriving at each absorbing state just then.

    Ends when at most `left` is not absorbed yet; ValueError if that takes over a million steps.
    """
    mass = chain.start
    for _ in range(MAX_STEPS):
        if mass.sum() <= left:
            return
        yield {state: float(mass[k]) for state, k in chain.absorbing.items()}
        mass = np.asarray(chain.onward @ mass)
    raise ValueError(f"after {MAX_STEPS} steps, {mass.sum()} is not absorbed; allowed: {left}")

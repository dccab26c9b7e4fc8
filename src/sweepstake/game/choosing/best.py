"""Best play of a decision process, with its proof.

In each state the player takes one of some options. An option brings a gain at once, and leads to
next states with given probabilities; with the remaining probability the play ends. A strategy says
which option to take; it may remember the play so far, and draw lots. Only strategies under which a
play surely ends count: with probability 1 it ends. Best play makes the mean of all gains greatest.

*Theorem.* Let v give each state a number, and let a policy, which takes one option f(s) in each
state s, surely end. If v(s) = r(s, f(s)) + sum of p(t | s, f(s)) v(t), and v(s) >= r(s, a) + sum of
p(t | s, a) v(t) for each option a after which a play can still be brought to its end with
certainty (Bellman's inequalities), then v is the mean under the policy, and no strategy has a
greater one.

*Proof.* By induction, the mean gain of any strategy up to step T is at most v(0) less the mean of
v at step T over the plays that have not ended. There are finitely many states, so v is bounded, and
the latter mean goes to 0 as the probability that a play has not ended does. So the limit of the
means up to T is at most v(0). It is the mean of all gains if these have one sign in all states, or
come only at the end, or if the mean number of steps is finite, as it is under every policy that
surely ends. (If gains of both signs add up, waiting until one happens to be ahead may take
infinitely long on average; such strategies are not compared.) For the policy the inequalities are
equations.

*How.* States that can reach each other are a component; the components are taken from the last to
the first, so what follows a component is known. Policy iteration begins with a policy that surely
ends. In floats it suggests a policy. The policy's equations are then solved in fractions, and all
options compared. A policy changes only where an option is strictly better, and it is solved again.
If it then no longer ends, then in some states that are never left the gains grow: with the
stationary probabilities q there, sum of q v <= sum of q (r + P v) with a strict inequality in it,
so the mean gain of a step is positive. A strategy may stay there as long as it likes and then end:
there is no best mean. Options are compared in floats only if these differ by more than their
rounding can explain.

*Two players* with opposite goals are solved if no play can return to a state. Then the values
follow from the ends backwards: each player takes the option that is best in the values that follow.
By induction no other strategy of either is better against this one (Zermelo 1913). With cycles,
that a play ends would no longer be in the hands of one player, so these games are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import NamedTuple

from sweepstake.game.solving.chain import components
from sweepstake.game.solving.lifting import Row, solution, weighed
from sweepstake.puzzle.method import report

MARGIN = 1e-9
"""Options whose floats differ by more, relative to the sum of all magnitudes, are compared in
floats: the rounding of a sum of a million terms is less than an eighth of that."""
FEW = 30
"""Up to so many states of a component, exact rounds alone are quick."""
EVERY = 256
"""States between two progress reports."""
NONE = -1
"""The option of a state that is not reached."""


class Way(NamedTuple):
    """An option: the gain, and the probabilities of the next states."""

    gain: Fraction
    nexts: tuple[tuple[int, Fraction], ...]
    ends: bool
    """True if the play may end at once."""


class NoStrategyError(Exception):
    """No strategy surely ends."""


class NoBestError(Exception):
    """The gains have no bound: they grow while a play stays in `state`."""

    def __init__(self, state: int) -> None:
        super().__init__(state)
        self.state = state


class CyclicError(Exception):
    """There are two players, and a play may return to `state`."""

    def __init__(self, state: int) -> None:
        super().__init__(state)
        self.state = state


@dataclass(frozen=True)
class Best:
    """A best policy, by state, and its exact values; proved."""

    ways: Sequence[Sequence[Way]]
    allowed: list[list[int]]
    """By state, the options after which a play can be brought to its end with certainty."""
    policy: list[int]
    """By state, the option to take; NONE if no allowed options lead there."""
    value: list[Fraction]
    """By state, the mean of all gains from there on."""
    against: frozenset[int]
    """The states in which the other player takes the option."""

    def worth(self, state: int, option: int) -> Fraction:
        """The mean of all gains if one takes the option, and plays best from then on."""
        return _worth(self.ways[state][option], self.value)

    def ties(self, state: int) -> list[int]:
        """The best options of a state."""
        return [k for k in self.allowed[state] if self.worth(state, k) == self.value[state]]


def best(ways: Sequence[Sequence[Way]], against: frozenset[int] = frozenset()) -> Best:
    """Best play from state 0, which has `ways[0]` as its options.

    In the states `against`, the other player takes the option, and makes the gains small.

    >>> half = Fraction(1, 2)
    >>> stop, roll = Way(Fraction(3), (), True), Way(Fraction(-1), ((0, half),), True)
    >>> best([[roll, stop]]).policy, best([[roll]]).value
    ([1], [Fraction(-2, 1)])
    """
    allowed = [[*range(len(options))] for options in ways] if against else sure(ways)
    if not allowed[0]:
        raise NoStrategyError
    solving = _Solving(ways, allowed, against)
    solving.solve()
    return Best(ways, allowed, solving.policy, solving.value, against)


def sure(ways: Sequence[Sequence[Way]]) -> list[list[int]]:
    """By state, the options after which a play can still be brought to its end with certainty.

    Options are left out, and states without an option, until from all that are left the end can be
    reached by options that are left.

    >>> end, trap = Way(Fraction(0), (), True), Way(Fraction(0), ((1, Fraction(1)),), False)
    >>> sure([[trap, end], [trap]])
    [[1], []]
    """
    left = [list(range(len(options))) for options in ways]
    while True:
        ends = ending(ways, left)
        fit = [
            [k for k in options if all(ends[to] for to, _ in ways[n][k].nexts)]
            for n, options in enumerate(left)
        ]
        if fit == left:
            return left
        left = fit


def ending(ways: Sequence[Sequence[Way]], left: list[list[int]]) -> list[bool]:
    """By state, True if the options that are left can lead to the end."""
    before: list[list[int]] = [[] for _ in ways]
    for n, options in enumerate(left):
        for to in {to for k in options for to, _ in ways[n][k].nexts}:
            before[to].append(n)
    todo = [n for n, options in enumerate(left) if any(ways[n][k].ends for k in options)]
    ends = [False] * len(ways)
    for n in todo:
        ends[n] = True
    while todo:
        for n in before[todo.pop()]:
            if not ends[n]:
                ends[n] = True
                todo.append(n)
    return ends


def _worth(way: Way, value: Sequence[Fraction]) -> Fraction:
    """The gain of an option and the mean of what follows, summed over one denominator."""
    return weighed([(p, value[to]) for to, p in way.nexts], way.gain)


def rounded(x: Fraction) -> float:
    """The nearest float, or an infinity."""
    try:
        return x.numerator / x.denominator
    except OverflowError:
        return inf if x > 0 else -inf


@dataclass
class _Solving:
    """The policy and its values, filled component by component, the last one first."""

    ways: Sequence[Sequence[Way]]
    allowed: list[list[int]]
    against: frozenset[int]

    def __post_init__(self) -> None:
        size = len(self.ways)
        self.policy, self.value = [NONE] * size, [Fraction(0)] * size
        self.near = [0.0] * size
        """The values in floats, correctly rounded."""
        self._rough = [
            [(rounded(way.gain), [(to, rounded(p)) for to, p in way.nexts]) for way in options]
            for options in self.ways
        ]

    def solve(self) -> None:
        """Fill the policy and the values of all states that allowed options reach."""
        nexts, solved = reached(self.ways, self.allowed), 0
        numbers = [*nexts]
        index = {n: i for i, n in enumerate(numbers)}
        for part in reversed(components([[index[to] for to in nexts[n]] for n in numbers])):
            component = [numbers[i] for i in part]
            [n, *more] = component
            if (more or n in nexts[n]) and self.against:
                raise CyclicError(n)
            if more or n in nexts[n]:
                _Component(self, component).solve()
            else:
                k = self.better(n, self.allowed[n][0])
                self.put(n, k, _worth(self.ways[n][k], self.value))
            if solved // EVERY != (solved := solved + len(component)) // EVERY:
                report(f"states: best play is known in {solved:,} of {len(numbers):,}")

    def put(self, n: int, option: int, value: Fraction) -> None:
        """Note the option of a state, and its value."""
        self.policy[n], self.value[n], self.near[n] = option, value, rounded(value)

    def better(self, n: int, now: int) -> int:
        """The best option of a state; the one that is taken now, if none is strictly better."""
        allowed = self.allowed[n]
        if len(allowed) == 1:
            return now
        rough, size, sign = {}, 0.0, -1 if n in self.against else 1
        for k in allowed:
            gain, nexts = self._rough[n][k]
            terms = [p * self.near[to] for to, p in nexts]
            rough[k] = sign * (gain + sum(terms))
            size = max(size, abs(gain) + sum(map(abs, terms)))
        least = max(rough.values()) - MARGIN * size
        left = [k for k in allowed if not rough[k] < least]  # all, if one is not a number
        if len(left) == 1:
            return left[0]
        worths = {k: sign * _worth(self.ways[n][k], self.value) for k in left}
        most = max(worths.values())
        return now if worths.get(now) == most else max(left, key=worths.__getitem__)


def reached(ways: Sequence[Sequence[Way]], allowed: list[list[int]]) -> dict[int, list[int]]:
    """The states that allowed options reach from state 0, each with the states that may follow."""
    nexts: dict[int, list[int]] = {}
    todo = [0]
    while todo:
        n = todo.pop()
        if n not in nexts:
            nexts[n] = sorted({to for k in allowed[n] for to, _ in ways[n][k].nexts})
            todo += nexts[n]
    return nexts


class _Component:
    """States that can reach each other; the values of what follows them are known."""

    def __init__(self, whole: _Solving, states: list[int]) -> None:
        self.whole, self.states, inside = whole, states, {*states}
        self.sides: dict[tuple[int, int], Fraction] = {}
        """By state and option, the gain and the values after leaving the component."""
        self.rows: dict[tuple[int, int], Row] = {}
        """By state and option, the probabilities of the component's states."""
        for n in states:
            for k in whole.allowed[n]:
                way = whole.ways[n][k]
                outside = [(p, whole.value[to]) for to, p in way.nexts if to not in inside]
                self.sides[n, k] = weighed(outside, way.gain)
                self.rows[n, k] = {to: p for to, p in way.nexts if to in inside}

    def solve(self) -> None:
        """Policy iteration, first in floats, then in fractions, until no option is better."""
        policy = self._leaving()
        if len(self.states) > FEW:
            from sweepstake.game.choosing.floats import suggested  # importing SciPy takes a while

            better = suggested(policy, self.sides, self.rows)
            policy = policy if self._stays(better) else better
        while True:
            if stays := self._stays(policy):
                raise NoBestError(min(stays))
            rows = {n: self.rows[n, k] for n, k in policy.items()}
            sides = {n: [self.sides[n, k]] for n, k in policy.items()}
            for n, [value] in solution(rows, sides).items():
                self.whole.put(n, policy[n], value)
            after = {n: self.whole.better(n, k) for n, k in policy.items()}
            if after == policy:  # Bellman's inequalities hold
                return
            policy = after

    def _leaving(self) -> dict[int, int]:
        """A first policy, under which a play surely leaves the component."""
        policy: dict[int, int] = {}
        left = self.states
        while left:
            more = {n: k for n in left if (k := self._way_out(n, policy)) != NONE}
            policy |= more
            left = [n for n in left if n not in more]
        return {n: policy[n] for n in self.states}

    def _way_out(self, n: int, policy: dict[int, int]) -> int:
        """An option that may leave the component, or lead to a state of the policy; or NONE."""
        for k in self.whole.allowed[n]:
            way, row = self.whole.ways[n][k], self.rows[n, k]
            if way.ends or len(row) < len(way.nexts) or any(to in policy for to in row):
                return k
        return NONE

    def _stays(self, policy: dict[int, int]) -> set[int]:
        """The states from which a play under the policy never leaves the component."""
        ways, before = self.whole.ways, dict[int, list[int]]()
        todo = []
        for n, k in policy.items():
            row = self.rows[n, k]
            if ways[n][k].ends or len(row) < len(ways[n][k].nexts):
                todo.append(n)
            for to in row:
                before.setdefault(to, []).append(n)
        leaves = {*todo}
        while todo:
            more = [n for n in before.get(todo.pop(), ()) if n not in leaves]
            leaves |= {*more}
            todo += more
        return {*policy} - leaves

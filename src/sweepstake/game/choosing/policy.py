"""The policy of best play: by what the player sees, the option to take; and when there is none.

Best play is found for a player who sees the whole state. It is an answer if the player of the game
can play it: states that look alike must have the same best option. No strategy that sees less is
better than the best one that sees everything, so the policy is then the best in both cases. If
states that look alike differ, best play with hidden information isn't known, and refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any, NamedTuple

from sweepstake.errors import NoAnswerError
from sweepstake.game.choosing.best import (
    NONE,
    Best,
    CyclicError,
    NoBestError,
    NoStrategyError,
    Way,
    best,
    ending,
)
from sweepstake.game.choosing.process import Offer, Process
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.draw import Draw, Site
from sweepstake.game.drawing.keys import key
from sweepstake.game.drawing.values import Fixed, are_plain
from sweepstake.game.reading.decisions import PLAYER
from sweepstake.game.reading.goals import Goal
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.rewriting.resumable import PLACE, plain
from sweepstake.game.solving.exploring import Step
from sweepstake.text.shown import listed, shown

Sight = tuple[Site, tuple[Any, ...], tuple[Any, ...]]
"""What a player knows at a choice: where it stands, the options, and the key of what is seen."""


def sight(site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]) -> Sight:
    """What a player knows at a choice; equal for choices that look alike."""
    return site, options, seen if are_plain(map(type, seen)) else key(seen)


ZERO, ONE = Fraction(0), Fraction(1)


@lru_cache(4_096)
def _share(ways: int, of: int) -> Fraction:
    """The fraction; most steps have one of a few probabilities."""
    return Fraction(ways, of)


class Row(NamedTuple):
    """A row of a policy."""

    site: Site
    seen: tuple[Any, ...]
    choice: Any
    value: Fraction
    """The goal's mean from here on, without what a running total has before."""
    loses: Fraction | None
    """How much worse the second best option is; None if there is only one option."""
    ties: tuple[Any, ...]
    """Other options that are as good."""


@dataclass(frozen=True)
class Policy:
    """Best play of a game, as its player."""

    process: Process
    goal: Goal
    best: Best
    by_sight: dict[Sight, int]
    """The index of the option to take."""

    def __call__(
        self, draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]
    ) -> int:
        """The index of the option to take; RefusedError for a choice that best play never meets."""
        index = self.by_sight.get(sight(site, options, seen))
        if index is None:
            raise RefusedError(site[1], f"the player sees {listed(map(shown, seen))}, unexpectedly")
        return index

    @property
    def value(self) -> Fraction:
        """The goal's mean under best play."""
        return self.goal.sign * self.best.value[0]

    def worths(
        self, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]
    ) -> dict[Any, Fraction]:
        """What each option is worth in a state that looks like this, the best first."""
        n = self._first[sight(site, options, seen)]
        sign = -1 if n in self.best.against else 1
        allowed = sorted(self.best.allowed[n], key=lambda k: -sign * self.best.worth(n, k))
        return {options[k]: self.goal.sign * self.best.worth(n, k) for k in allowed}

    @cached_property
    def _first(self) -> dict[Sight, int]:
        """The first state in which a player knows this."""
        offers = self.process.offers.items()
        found: dict[Sight, int] = {}
        for n, offer in offers:
            if self.best.policy[n] != NONE:
                found.setdefault(sight(*offer), n)
        return found

    def steps(self, n: int) -> list[Step]:
        """The steps that may follow a state."""
        offer = self.process.offers.get(n)
        return self.process.by_option[n][self.by_sight[sight(*offer)] if offer else 0]

    def choices(self) -> Iterator[tuple[Offer, int]]:
        """By what is seen, the choice that a player meets, and the index of the option to take."""
        for known, n in self._first.items():
            yield self.process.offers[n], self.by_sight[known]

    def rows(self) -> Iterator[Row]:
        """By what is seen, the choice and what it is worth, in the order in which plays meet it."""
        for known, n in self._first.items():
            site, options, seen = self.process.offers[n]
            taken = self.by_sight[known]
            worths = {k: self.best.worth(n, k) for k in self.best.allowed[n]}
            sign = -1 if n in self.best.against else 1
            others = [sign * worth for k, worth in worths.items() if k != taken]
            yield Row(
                site,
                seen,
                options[taken],
                self.goal.sign * worths[taken],
                sign * worths[taken] - max(others) if others else None,
                tuple(options[k] for k, w in worths.items() if k != taken and w == worths[taken]),
            )


def policy(process: Process, goal: Goal, word: str = "best") -> Policy:
    """Best play of a process for a goal; NoAnswerError or RefusedError if there is none.

    The process has the goal's column as its only column. `word` is how errors name the play.
    """
    solving = _Playing(process, goal, word)
    return Policy(process, goal, solving.best, solving.by_sight)


@dataclass
class _Playing:
    """Finds best play, and checks that the player can play it."""

    process: Process
    goal: Goal
    word: str

    @cached_property
    def best(self) -> Best:
        """Best play of a player who sees the whole state."""
        name = self.process.query.name
        try:
            ways = [self._ways(by_option) for by_option in self.process.by_option]
            return best(ways, self._against)
        except NoStrategyError:
            raise NoAnswerError(
                f"{name}: no strategy ends every play with probability 1, so none is {self.word}"
            ) from None
        except CyclicError as error:
            raise RefusedError(
                self._line(error.state),
                "a play of two players may return here; best play of two is known only if no play "
                "can return to a state",
            ) from None
        except NoBestError as error:
            more = "better" if self.word == "best" else "worse"
            line = self._line(error.state)
            raise NoAnswerError(
                f"{name}: {self.goal.column} has no {self.word} mean: it gets {more} the longer a "
                f"play goes on at line {line}"
            ) from None

    @property
    def _against(self) -> frozenset[int]:
        """The states with a choice of the other player."""
        names = self.process.names
        return frozenset(
            n
            for n, (site, _, seen) in self.process.offers.items()
            if names.get(site, ())[-1:] == (PLAYER,) and seen[-1] != self.goal.player
        )

    def _line(self, state: int) -> int:
        return self.process.line(self.process.states[state].entry)

    @cached_property
    def _column(self) -> int:
        [column] = self.process.query.columns
        return column

    @cached_property
    def _total(self) -> int:
        """The index of the running total that the goal's column adds; -1 if it adds none."""
        ends = (step for steps in self.process.steps for step in steps if step.to < 0)
        added = {step.sites[self._column] if step.sites else -1 for step in ends}
        if len(added) > 1:
            raise RefusedError(0, f"{self.goal.column} adds a running total at some ends only")
        total = next(iter(added), -1)
        if total >= 0 and self.goal.value is not None:
            raise RefusedError(
                0, f"{self.goal.column} is a running total: only its mean can be the goal"
            )
        return total

    def _ways(self, by_option: list[list[Step]]) -> list[Way]:
        return [self._way(steps) for steps in by_option]

    def _way(self, steps: list[Step]) -> Way:
        if len(steps) == 1 and (to := steps[0].to) >= 0:  # without a draw: it is certain
            return Way(Fraction(self._worth(steps[0]) or ZERO), ((to, ONE),), False)
        unit = lcm(*{step.of for step in steps})
        weights: dict[int, int] = {}
        gain = ZERO
        for step in steps:
            weight = step.ways * (unit // step.of)
            if step.to >= 0:
                weights[step.to] = weights.get(step.to, 0) + weight
            if worth := self._worth(step):
                gain += weight * worth
        nexts = tuple((to, _share(weight, unit)) for to, weight in weights.items())
        gain = gain / unit if gain else ZERO
        return Way(gain, nexts, any(step.to < 0 for step in steps))

    def _worth(self, step: Step) -> Fraction | int:
        """What a step adds to the goal, with the sign."""
        if step.to < 0:
            return self.goal.worth(step.cells[self._column])
        total = self._total
        return self.goal.sign * step.totals[total] if total >= 0 and step.totals else 0

    @cached_property
    def by_sight(self) -> dict[Sight, int]:
        """By what the player knows, a best option of all states that look like that."""
        alike: dict[Sight, list[int]] = {}
        for n, offer in self.process.offers.items():
            if self.best.policy[n] != NONE:
                alike.setdefault(sight(*offer), []).append(n)
        chosen, changed = dict[Sight, int](), list[list[int]]()
        for known, states in alike.items():
            options = {self.best.policy[n] for n in states}
            if len(options) > 1:  # ties may decide
                options = set.intersection(*({*self.best.ties(n)} for n in states))
                changed.append(states)
            if not options:
                raise self._hidden(states)
            chosen[known] = min(options)
        if changed and not self._ends(alike, chosen):
            raise self._hidden(changed[0])
        return chosen

    def _ends(self, alike: dict[Sight, list[int]], chosen: dict[Sight, int]) -> bool:
        """True if the policy, of which some ties were changed, still surely ends.

        Then it solves the same equations, so its values are the same.
        """
        policy = [[k] if k != NONE else [] for k in self.best.policy]
        for known, states in alike.items():
            for n in states:
                policy[n] = [chosen[known]]
        ends = ending(self.best.ways, policy)
        return all(ends[n] for states in alike.values() for n in states)

    def _hidden(self, states: list[int]) -> RefusedError:
        """The error that states look alike, and have different best options."""
        first = states[0]
        other = next(n for n in states if self.best.policy[n] != self.best.policy[first])
        offer = self.process.offers[first]
        names = self.process.names.get(offer.site, ())
        pairs = [f"{name}={shown(value)}" for name, value in zip(names, offer.seen, strict=False)]
        return RefusedError(
            offer.site[1],
            f"the player sees {listed(pairs) or 'nothing'}, but the {self.word} choice depends on "
            f"{self._difference(first, other, {*names})}: let the player see it, or draw it later",
        )

    def _difference(self, one: int, other: int, seen: set[str]) -> str:
        """What differs between two states: a variable with its two values, if there is one."""
        a, b = self.process.states[one], self.process.states[other]
        names = [self.process.game.entries[state.entry].names for state in (a, b)]
        if a.entry != b.entry:
            return "which call of this function it is"
        pairs = zip(names[0], map(written, a.values), map(written, b.values), strict=True)
        differing = [(plain(name), x, y) for name, x, y in pairs if x != y and name not in seen]
        differing.sort(key=lambda difference: difference[0].startswith(PLACE))
        if not differing:
            return "something that it doesn't"
        name, x, y = differing[0]
        return f"{name}, which may be {x} or {y}"


def written(value: Any) -> str:
    """A value of a state as text; a deck is written as the cards that are left."""
    if isinstance(value, Fixed):
        return written(value.value)
    if isinstance(value, Shuffled):
        return written(value.parts()[1])
    if isinstance(value, Deck):
        return shown([card for card, n in value.remaining() for _ in range(n)])
    return shown(value)

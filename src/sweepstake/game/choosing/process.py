"""A game as a decision process: by state the options, and what may come after each.

The states are explored as those of a chain are, but at a choice the play goes on with each option
in turn. The rewritten function has an entry right before each choice, so the choice is the first
thing that happens in its state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sweepstake.game.drawing.draw import Draw, Site, at_random
from sweepstake.game.drawing.playing import Branching
from sweepstake.game.reading.decisions import Decisions
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.solving.exploring import REJECTED, State, Step, Table


class Offer(NamedTuple):
    """What a player meets at a choice: where it stands, the options, and the values seen."""

    site: Site
    options: tuple[Any, ...]
    seen: tuple[Any, ...]


@dataclass
class Taking:
    """The player of an exploration, who takes the option with which the row of draws begins."""

    offer: Offer | None = None
    """The choice at the entry; None before it is met."""
    may_choose: bool = False
    """True if the play goes on from an entry with a choice."""

    def __call__(
        self, draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]
    ) -> int:
        """The option's index; RefusedError unless the choice is the first thing in its state."""
        if not self.may_choose or draw.draws_so_far:
            raise RefusedError(site[1], "best play is not known for a choice inside a part of this")
        assert isinstance(draw, Branching)
        self.offer = Offer(site, tuple(options), seen)
        draw.draws_so_far = 1
        return draw.row[0]


@dataclass
class Process(Table):
    """The states by number, each with its options; a play begins at state 0."""

    names: Decisions = field(default_factory=dict)
    """The names of what is seen, by where a choice stands."""
    offers: dict[int, Offer] = field(default_factory=dict)
    """The choice of each state that has one."""
    by_option: list[list[list[Step]]] = field(default_factory=list)
    """The steps of each expanded state, by option; a single list without a choice."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.player = at_random  # of plays that are compared with the states

    def _expanded(self, draw: Branching, state: State, end: float) -> list[Step] | None:
        entry = self.game.entries.get(state.entry)
        draw.player = taking = Taking(None, entry is not None and entry.chooses)
        by_option: list[list[Step]] = []
        count = 1
        while len(by_option) < count:
            draw.begin([len(by_option)] if taking.may_choose else ())
            steps = super()._expanded(draw, state, end)
            if steps is None:
                return None
            if any(step.to == REJECTED for step in steps):
                raise RefusedError(
                    self.line(state.entry),
                    "best play is not known for what is given by draw.condition",
                )
            by_option.append(steps)
            if taking.offer:
                count = len(taking.offer.options)
        if taking.offer:
            self.offers[len(self.steps)] = taking.offer
        self.by_option.append(by_option)
        return [step for steps in by_option for step in steps]

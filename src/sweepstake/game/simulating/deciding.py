"""The player of compiled plays: a table of the options that a strategy takes.

What a player knows at a choice is a row of numbers: which choice it is, the values that are seen
and, unless these are constants, the options. A list or a tuple is its length and then its items, so
no such row begins another one. The table is a tree of these rows: at a node, a number leads to the
next node, and the last one to the option.

`Tabled` plays in plain Python, and notes every choice in the table. Compiled plays look it up, and
`chosen` raises KeyError at a choice that isn't there yet; then this play is played in plain Python.
So compiled plays choose as plain ones do, whatever is in the table.

Random choices need no table: without one, `chosen` draws an option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numba import njit, types

from sweepstake.core.kernels import inlined
from sweepstake.game.choosing.policy import Policy
from sweepstake.game.drawing.cards import Counts
from sweepstake.game.drawing.draw import Draw, Player, Site
from sweepstake.game.simulating.chance import DeckType, below
from sweepstake.game.simulating.lists import (
    BOOL,
    INT,
    NONE,
    TEXT,
    TextType,
    kind_of,
    number_in,
    overloaded,
    unowned,
)

Sites = Mapping[Site, tuple[int, bool]]
"""By where a choice stands in the source, its number, and whether its options are constants."""
Word = tuple[int, int]
"""A number, and its kind: NONE, BOOL, INT or TEXT."""
KINDS = {type(None): NONE, bool: BOOL, int: INT}
LENGTH = 1 + max(NONE, BOOL, INT, TEXT)
"""The kind of a length, so that a list isn't taken for a number."""
SEQUENCES = (tuple, list, range, Counts)
FIRST, MOST = 1 << 8, 1 << 22
"""The first and the largest number of rows of a table; a full table gets no more choices."""
LARGEST = 1 << 63
_MIX, _TURN, _ONE = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(1)


class Tabled:
    """A player who notes in a table what is taken: rows of node, number, kind and what follows.

    What follows is a node or, below 0, -1 less the index of an option; 0 is a free row.
    """

    def __init__(self, player: Player, sites: Sites, number: Callable[[str], int]) -> None:
        self._player, self._sites, self._number = player, sites, number
        self._nodes: dict[tuple[int, int, int], int] = {}
        self._count = 0
        self.rows = np.zeros((FIRST, 4), np.int64)
        """The table; it is replaced when it grows."""
        if isinstance(player, Policy):
            for offer, index in player.choices():
                self._note(*offer, index)

    def __call__(
        self, draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]
    ) -> int:
        """The index of the option that is taken."""
        index = self._player(draw, site, options, seen)
        self._note(site, options, seen, index)
        return index

    def _note(
        self, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...], index: int
    ) -> None:
        if site not in self._sites or 2 * len(self._nodes) >= MOST:
            return
        which, is_constant = self._sites[site]
        known = [(which, INT), *(word for value in seen for word in self._words(value))]
        if not is_constant:
            known += self._words(options)
        if any(kind < 0 or not -LARGEST <= number < LARGEST for number, kind in known):
            return  # such values aren't compiled
        node, last = 0, len(known) - 1
        for k, word in enumerate(known):
            step = (node, *word)
            if step not in self._nodes:
                self._count += k < last
                self._put(step, self._count if k < last else -1 - index)
            node = self._nodes[step]

    def _words(self, value: Any) -> Iterator[Word]:
        if isinstance(value, SEQUENCES):
            yield len(value), LENGTH
            for part in value:
                yield from self._words(part)
        elif type(value) is str:
            yield self._number(value), TEXT
        elif type(value) in KINDS:
            yield int(value or 0), KINDS[type(value)]
        else:
            yield 0, -1

    def _put(self, step: tuple[int, int, int], follows: int) -> None:
        self._nodes[step] = follows
        if 2 * len(self._nodes) > len(self.rows):
            self.rows = np.zeros((2 * len(self.rows), 4), np.int64)
            for known in self._nodes.items():
                self._insert(*known)
        else:
            self._insert(step, follows)

    def _insert(self, step: tuple[int, int, int], follows: int) -> None:
        node, number, kind = step
        whole, mix = LARGEST - 1 | LARGEST, int(_MIX)
        mixed = (node * mix ^ number) * mix & whole
        at = (mixed ^ mixed >> int(_TURN)) + kind & len(self.rows) - 1
        while self.rows[at, 3]:
            at = at + 1 & len(self.rows) - 1
        self.rows[at] = (*step, follows)


@inlined
def follow(table: Any, node: int, number: int, kind: int) -> Any:
    """What follows a node; KeyError if nothing is known."""
    mixed = ((np.uint64(node) * _MIX) ^ np.uint64(number)) * _MIX
    last = np.uint64(len(table) - 1)
    at = ((mixed ^ (mixed >> _TURN)) + np.uint64(kind)) & last
    while table[at, 3] != 0:
        if table[at, 0] == node and table[at, 1] == number and table[at, 2] == kind:
            return table[at, 3]
        at = (at + _ONE) & last
    raise KeyError


ATOMS = (types.Integer, types.Boolean, types.NoneType, types.Optional, TextType)
ITEMS = (types.List, types.UniTuple, types.RangeType, types.Array)


@overloaded()
def item(values: Any, k: Any) -> Any:
    """An item, by its index; numba's ranges have no items."""
    if isinstance(values, types.RangeType):
        return lambda values, k: values.start + k * values.step
    return lambda values, k: values[k]


@overloaded()
def after(table: Any, node: Any, value: Any) -> Any:
    """The node after a value."""
    value = types.unliteral(value)
    if isinstance(value, ATOMS):
        return lambda table, node, value: follow(table, node, number_in(value), kind_of(value))
    if isinstance(value, ITEMS):

        def items(table: Any, node: Any, value: Any) -> Any:
            node = follow(table, node, len(value), LENGTH)
            for k in range(len(value)):
                node = after(table, node, item(value, k))
            return node

        return items
    if isinstance(value, types.BaseTuple):
        return lambda table, node, value: after_all(
            table, follow(table, node, len(value), LENGTH), value
        )
    return None


@overloaded()
def after_all(table: Any, node: Any, values: Any) -> Any:
    """The node after all values of a tuple, without its length."""
    if isinstance(values, types.BaseTuple) and len(values):
        return lambda table, node, values: after_all(
            table, after(table, node, values[0]), values[1:]
        )
    return lambda table, node, values: node


@overloaded()
def chosen(draw: Any, table: Any, options: Any, site: Any, seen: Any) -> Any:
    """The option that the player takes, of constant ones."""
    if isinstance(table, types.NoneType):
        return lambda draw, table, options, site, seen: options[below(draw, len(options))]

    def taken(draw: Any, table: Any, options: Any, site: Any, seen: Any) -> Any:
        return options[-1 - after_all(table, follow(table, 0, site, INT), seen)]

    return taken


@overloaded()
def chosen_of(draw: Any, table: Any, options: Any, site: Any, seen: Any) -> Any:
    """The option that the player takes, of options that vary."""
    if isinstance(getattr(options, "dtype", None), types.List | types.Set):
        return None  # an option that can be changed is refused by plain plays
    if isinstance(table, types.NoneType):

        def drawn(draw: Any, table: Any, options: Any, site: Any, seen: Any) -> Any:
            if len(options) == 0 or not are_different(options):
                raise ValueError
            return item(options, below(draw, len(options)))

        return drawn

    def taken(draw: Any, table: Any, options: Any, site: Any, seen: Any) -> Any:
        node = after_all(table, follow(table, 0, site, INT), seen)
        return item(options, -1 - after(table, node, options))

    return taken


@njit
def are_different(options: Any) -> bool:
    """True if no option is there twice."""
    for k in range(len(options)):
        for j in range(k):
            if item(options, j) == item(options, k):
                return False
    return True


@overloaded()
def left(deck: Any) -> Any:
    """`deck.counts`, as what the player sees."""
    return (lambda deck: unowned(deck.number)) if isinstance(deck, DeckType) else None


@overloaded()
def owned_by_none(table: Any) -> Any:
    """The table without an owner; None without a table."""
    if isinstance(table, types.NoneType):
        return lambda table: None
    return lambda table: unowned(table)

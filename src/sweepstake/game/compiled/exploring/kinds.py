"""The kinds of values that variables of states hold in plain plays, for compiled code.

If a variable later holds something else, numba finds no type, `apart` refuses it, or it is refused
where it is stored: then plain Python explores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sweepstake.game.cards import Deck
from sweepstake.game.resuming.emitting import Entry
from sweepstake.game.rewriting.refused import RefusedError

ATOMS = (int, bool, str)


class Row:
    """A tuple over which a loop goes, and which gets shorter."""


class Kind(NamedTuple):
    """A type, and the kinds of its items: one kind for a list or a deck."""

    of: type[Any]
    parts: tuple[Kind, ...] = ()

    @property
    def item(self) -> type:
        """The type of the items of a list or a deck; int if it is unknown."""
        return self.parts[0].of if self.parts else int

    @property
    def is_flat(self) -> bool:
        """True for an atom, or a tuple of atoms, which takes the same space in each row."""
        return self.of in ATOMS or (self.of is tuple and all(part.is_flat for part in self.parts))


def kind_of(value: Any, is_row: bool = False) -> Kind:
    """The kind of a value; `is_row` for a tuple that may get shorter."""
    of = type(value)
    if of in ATOMS:
        return Kind(of)
    if of is tuple and not is_row:
        return Kind(tuple, tuple(map(kind_of, value)))
    if of not in (list, tuple, Deck):
        raise RefusedError(0, f"a {of.__name__} isn't explored by compiled code")
    parts = {*map(kind_of, value.kinds if of is Deck else value)}
    if len(parts) > 1 or not all(part.of in ATOMS for part in parts):
        raise RefusedError(0, f"such a {of.__name__} isn't explored by compiled code")
    return Kind(Row if of is tuple else of, (*parts,))


def kinds(
    entries: Mapping[int, Entry], states: Iterable[tuple[int, Sequence[Any]]]
) -> dict[str, Kind]:
    """The kinds of variables, from some states; RefusedError if a variable has two."""
    known = dict[str, Kind]()
    for entry, values in states:
        names = entries[entry].names if entry else ()
        for name, value in zip(names, values, strict=True):
            kind = kind_of(value, name.startswith("_0along"))
            old = known.setdefault(name, kind)
            if old != kind:
                if old.of is not kind.of or kind.is_flat or (old.parts and kind.parts):
                    raise RefusedError(0, f"{name} is now {old}, now {kind}")
                if kind.parts:
                    known[name] = kind
    # lists that are always empty count as lists of numbers
    return {n: k if k.parts or k.is_flat else Kind(k.of, (Kind(int),)) for n, k in known.items()}

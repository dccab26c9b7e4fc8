"""The chance in a game's rules: every random step of a play is a method of `Draw`.

A draw takes one of several branches, weighted by whole numbers. A subclass decides which one: each
branch in turn (`playing.Branching`), or one at random (`playing.Sampled`). `dice` and `counts` draw
several items at once: equal results are one branch, weighted by the multinomial coefficient.

What is not chance is the player's: at `choose`, the draw's `player` takes one of some options.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, gcd, lcm, prod
from types import CodeType, FrameType
from typing import Any, TypeVar

from sweepstake.errors import InputError, NoAnswerError
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.values import are_plain, article, is_immutable
from sweepstake.text.shown import listed, shown

T = TypeVar("T")
Site = tuple[str, int]
"""Where a choice stands: the file and the line."""
Player = Callable[["Draw", Site, tuple[Any, ...], tuple[Any, ...]], int]
"""Takes the index of an option, by where the choice stands, the options and the values seen."""
ORDERED = (list, tuple, str, range, deque)
"""Types from which `among` takes an item."""


class Rejected(BaseException):
    """The play does not meet its condition."""


class Draw(ABC):
    """All chance of a play; the first argument of a game's function."""

    __slots__ = ("player",)
    player: Player | None
    """Takes an option at each choice; None if nobody plays."""

    @property
    @abstractmethod
    def draws_so_far(self) -> int:
        """The draws of the play so far."""

    @abstractmethod
    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights, each 0 or more, that sum to `total`."""

    @abstractmethod
    def _below(self, n: int) -> int:
        """The index of one of `n` equally likely branches; `n` is 1 or more."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely."""
        if type(n) is not int or n < 1:
            raise InputError(f"below({shown(n)}); allowed: whole numbers of 1 or more")
        return self._below(n)

    def die(self, sides: int) -> int:
        """A roll of one die: a whole number from 1 to `sides`."""
        if type(sides) is not int or sides < 1:
            raise InputError(f"die({shown(sides)}); allowed: whole numbers of 1 or more")
        return 1 + self._below(sides)

    def dice(self, n: int, sides: int) -> list[int]:
        """A roll of `n` dice, the lowest first; each set of faces is one branch.

        For the sum of many dice, add `die` in a loop instead.
        """
        weights, faces = rolls(n, sides)
        return list(faces[self.branch(weights, sides**n)])

    def chance(self, p: Fraction | int | str, of: int = 1) -> bool:
        """True with probability `p / of`: `chance(1, 6)` or `chance("1/6")`."""
        if type(p) is Fraction and of == 1 and 0 < (n := p.numerator) < (d := p.denominator):
            return self.branch((n, d - n), d) == 0
        if isinstance(p, float) or type(of) is not int or of < 1:
            raise InputError(
                f"chance({shown(p)}, {shown(of)}); allowed: fractions, as chance(1, 6), "
                f'chance("0.3") or chance(Fraction(1, 6))'
            )
        if type(p) is int and 0 < p < of:
            common = gcd(p, of)
            return self.branch((p // common, (of - p) // common), of // common) == 0
        share = Fraction(p) / of
        n, d = share.numerator, share.denominator
        if not 0 <= n <= d:
            raise InputError(f"chance({share}); allowed: from 0 to 1")
        if n in (0, d):
            return n == d
        return self.branch((n, d - n), d) == 0

    def pick(self, weights: Iterable[int | Fraction]) -> int:
        """An index, by weights: whole numbers or fractions, 0 or more."""
        shares = in_order(weights)
        kinds = {*map(type, shares)}
        total = sum(shares) if kinds <= {int, Fraction} else 0
        if not total or min(shares) < 0:
            raise InputError(f"pick({shown(shares)}); allowed: whole numbers or fractions above 0")
        if Fraction not in kinds:
            return self.branch([*map(int, shares)], int(total))
        unit = lcm(*(w.denominator for w in shares))
        whole = [int(w * unit) for w in shares]
        return self.branch(whole, sum(whole))

    def among(self, items: Sequence[T]) -> T:
        """An item of a list, a tuple or a text; all indices are equally likely."""
        if not isinstance(items, ORDERED) or not items:
            raise InputError(f"among({shown(items)}); {_one_of(items)}")
        chosen: T = self._among(items)
        return chosen

    def _among(self, items: Sequence[Any]) -> Any:
        return items[self._below(len(items)) if len(items) > 1 else 0]

    def counts(self, n: int, weights: Iterable[int]) -> list[int]:
        """How often each item comes up in `n` picks by `weights`; each result is one branch."""
        shares = tuple(in_order(weights))
        ways, counts_of = vectors(n, shares)
        return list(counts_of[self.branch(ways, sum(shares) ** n)])

    def deck(self, cards: Iterable[T]) -> Deck[T]:
        """Cards to draw from one by one; equal cards are one branch."""
        return Deck(self, in_order(cards))

    def shuffled(self, cards: Iterable[T]) -> Shuffled[T]:
        """The cards in a random order; each card is drawn when it is first looked at."""
        return Shuffled(self.deck(cards))

    def card(self, _kinds: Sequence[Any], left: tuple[int, ...], total: int) -> int:
        """The index of the next card's kind; `left` has the number of cards of each kind."""
        return self.branch(left, total)

    def merged_card(self, _merged: Sequence[int], left: tuple[int, ...], total: int) -> int:
        """As `card`, of a deck whose kinds are merged: `_merged` has the index of each."""
        return self.branch(left, total)

    def choose(
        self,
        options: Iterable[T],
        *,
        sees: tuple[object, ...] | Mapping[str, object],
        player: object = None,
    ) -> T:
        """The option that the player takes, who knows the values in `sees` and nothing else.

        In a game for two, `player` says whose choice it is.
        """
        site = _site(sys._getframe(1))
        offered, seen = _offered(site, options), _seen(site, sees)
        if player is not None:
            seen = (*seen, *_seen(site, (player,)))
        if self.player is None:
            raise NoAnswerError(f"line {site[1]}: {NO_GOAL}")
        return offered[self.player(self, site, offered, seen)]

    def condition(self, holds: object) -> None:
        """Leave this play out unless `holds` is true: all answers are conditional on it."""
        if not holds:
            raise Rejected


NO_GOAL = 'a player chooses, so say what for, as goal=most("won") or goal=least("turns")'


_sites: dict[tuple[int, int], tuple[CodeType, Site]] = {}
"""Where choices stand, by a code's identity and the instruction: to find a line takes longer."""
MAX_SITES = 10_000


def _site(frame: FrameType) -> Site:
    """Where a frame's call stands."""
    code = frame.f_code
    known = _sites.get((id(code), frame.f_lasti))
    if known and known[0] is code:
        return known[1]
    if len(_sites) >= MAX_SITES:
        _sites.clear()
    site = code.co_filename, frame.f_lineno
    _sites[id(code), frame.f_lasti] = code, site
    return site


def _offered(site: Site, options: Iterable[T]) -> tuple[T, ...]:
    """The options in their order; ValueError unless they are immutable, and each is there once."""
    offered = options if type(options) is tuple else tuple(in_order(options))
    try:
        objection = _objection(offered)
    except TypeError:  # it can't be hashed
        objection = CHANGEABLE
    if objection:
        raise InputError(f"line {site[1]}: {objection}")
    return offered


CHANGEABLE = "an option can be changed in place; offer tuples"


@lru_cache(4_096)
def _objection(offered: tuple[Any, ...]) -> str:
    """Why these can't be options; empty if they can."""
    if not offered:
        return "draw.choose has no option; offer one or more"
    if not all(map(is_immutable, offered)):
        return CHANGEABLE
    is_twice = len({*offered}) < len(offered)
    return "an option is offered twice; offer sorted(set(...))" if is_twice else ""


def _seen(site: Site, sees: tuple[object, ...] | Mapping[str, object]) -> tuple[Any, ...]:
    """The values that a player sees; ValueError unless they are immutable."""
    seen = sees if type(sees) is tuple else tuple(sees.values())  # type: ignore[union-attr]
    if are_plain(map(type, seen)):
        return seen
    for value in seen:
        if not is_immutable(value):
            raise InputError(
                f"line {site[1]}: the player sees {article(type(value))}, which can be changed in "
                f'place; say sees={{"name": tuple(...)}}'
            )
    return seen


def at_random(draw: Draw, _site: Site, options: tuple[Any, ...], _seen: tuple[Any, ...]) -> int:
    """Plays at random: all options are equally likely."""
    return draw._below(len(options)) if len(options) > 1 else 0


def _methods() -> list[str]:
    public = {name for name, value in vars(Draw).items() if name[0] != "_" and callable(value)}
    return sorted(public - {"branch", "card", "merged_card"})


@contextmanager
def listing_methods() -> Iterator[None]:
    """If a play misspells a method of draw or of a deck, list the existing ones in the error.

    A `__getattr__` of Draw would do the same, but make each of its attributes slower to read.
    """
    try:
        yield
    except AttributeError as error:
        kind = next((kind for kind in HAS if isinstance(error.obj, kind)), None)
        if kind is None:
            raise
        name, has = HAS[kind]
        raise AttributeError(f"{name} no {shown(error.name)}; {has}").with_traceback(
            error.__traceback__
        ) from None


HAS: dict[type, tuple[str, str]] = {
    Draw: ("draw has", f"it has {listed(_methods())}"),
    Deck: (
        "a deck has",
        "it has draw, put and counts, a tuple with a count for each kind; len(deck) cards are left",
    ),
    Shuffled: (
        "shuffled cards have",
        "they have what a list has",
    ),
}
"""How the error of a misspelt attribute begins and ends."""


def in_order(cards: Iterable[T]) -> list[T]:
    """The cards in their order; ValueError for a set."""
    if isinstance(cards, set | frozenset):
        raise InputError("a set has no defined order; say sorted(...)")
    return list(cards)


def _one_of(items: Any) -> str:
    if isinstance(items, set | frozenset):
        return "a set has no defined order: say among(sorted(...))"
    return "allowed: a list, a tuple, a range, a text, which is not empty"


Ways = tuple[Sequence[int], Sequence[tuple[int, ...]]]
"""Weights, and the result that has each weight."""


@lru_cache(256)
def rolls(n: int, sides: int) -> Ways:
    """The sorted faces that `n` dice can show, preceded by the number of rolls that show them.

    >>> rolls(2, 2)
    ([1, 2, 1], [(1, 1), (1, 2), (2, 2)])
    """
    faces = list(combinations_with_replacement(range(1, sides + 1), n))
    ways = [factorial(n) // prod(map(factorial, Counter(rolled).values())) for rolled in faces]
    return ways, faces


@lru_cache(256)
def vectors(n: int, weights: tuple[int, ...]) -> Ways:
    """The possible counts of the items in `n` independent picks, preceded by their weights.

    >>> vectors(2, (1, 3))
    ([9, 6, 1], [(0, 2), (1, 1), (2, 0)])
    """
    if any(type(w) is not int or w < 0 for w in weights) or not sum(weights):
        raise InputError(f"counts by the weights {weights}; allowed: whole numbers, not all 0")
    weighed = [(ways, counts) for counts, ways in _spread(n, weights) if ways]
    return [ways for ways, _ in weighed], [counts for _, counts in weighed]


def _spread(n: int, weights: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    first, rest = weights[0], weights[1:]
    if not rest:
        yield (n,), first**n
        return
    for k in range(n + 1):
        for counts, ways in _spread(n - k, rest):
            yield (k, *counts), comb(n, k) * first**k * ways

"""Functions that rewritten code calls: the steps of loops that draw, and checks of types."""

from __future__ import annotations

import operator
from enum import Enum
from fractions import Fraction
from typing import Any

from sweepstake.game.cards import Deck, Shuffled
from sweepstake.game.rewriting.refused import RefusedError

ENDLESS = ("count", "cycle", "repeat")


class Unset(Enum):
    """The value of a variable that isn't set yet."""

    UNSET = 0


def walked(items: Any, line: int, fresh: bool) -> Any:
    """The value that a loop that draws iterates; `fresh` if nothing else refers to `items`.

    A list with other references is kept with an index, because it may change meanwhile; of other
    values, the items that are left are kept.
    """
    kind = type(items)
    if kind is list:
        return tuple(items) if fresh else items
    if kind is Shuffled and fresh:
        return items.parts()[1]
    if kind in (tuple, str, range, Deck, Shuffled):
        return items
    name = kind.__name__
    if name in ENDLESS:
        raise RefusedError(line, f"walks {name}(...), which has no end: use `while`")
    if name == "generator":
        raise RefusedError(line, "walks a generator while drawing: write its loop here")
    what = f"a dict's {name[5:]}" if name.startswith("dict_") else f"a {name.lower()}"
    mend = "sorted" if "set" in name.lower() else "list"
    raise RefusedError(line, f"walks {what} while drawing: say {mend}(...)")


def stepped(items: Any, place: int) -> tuple[Any, Any, int]:
    """The next item, the value to iterate from then on, and the index in it."""
    kind = type(items)
    if kind is Deck:
        return items.draw(), items, 0
    if kind is list or kind is Shuffled:
        return items[place], items, place + 1
    return items[0], items[1:], 0


def added(total: Any, value: Any, line: int) -> Any:
    """`total + value`; RefusedError for types whose sum may depend on the order of adding."""
    if type(value) not in (int, bool, Fraction):
        raise RefusedError(line, f"sums a {type(value).__name__} while drawing")
    return total + value


NAMES = {
    "_0walked": walked,
    "_0stepped": stepped,
    "_0added": added,
    "_0index": operator.index,
    "_0locals": locals,
    "_0len": len,
    "_0set": set,
    "_0unset": Unset.UNSET,
}

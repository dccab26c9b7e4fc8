"""The policy of best play as a listing, and as a map if it depends on one or two whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sweepstake.game.choosing.listing import PolicyList, in_words, runs
from sweepstake.puzzle.display import Listing


def listings(policy: PolicyList, name: str) -> Callable[..., Iterator[Listing]]:
    """A function that yields the listing of a policy; it ignores its random generator."""

    def show(rng: Any, strategy: str, **params: Any) -> Iterator[Listing]:
        rows = [*policy.answer(strategy, **params)]
        header = tuple(column.name for column in policy.columns)
        title = f"{strategy.capitalize()} play of {name}, for {policy.choosing.goal}"
        ranges = by_ranges(policy, rows)
        if len(ranges) > 1:
            first, second = _varying(policy, rows)
            table = [(value, sentence) for value, sentence in ranges.items()]
            yield Listing(title, (first, f"by {second}"), table)
        else:
            cells = [["" if cell is None else cell for cell in row] for row in rows]
            yield Listing(title, header, cells, "\n".join(ranges.values()))

    return show


def by_ranges(policy: PolicyList, rows: list[tuple[Any, ...]]) -> dict[Any, str]:
    """What to do in words, if one or two whole numbers are seen; by the first one of two."""
    varying = _varying(policy, rows)
    kinds = {policy.seen[name] for name in varying}
    if not 1 <= len(varying) <= 2 or kinds != {"int"} or len(policy.choosing.names) > 1:
        return {}
    *first, last = [[*policy.seen].index(name) for name in varying]
    by_first: dict[Any, dict[int, str]] = {}
    for row in rows:
        key = row[first[0]] if first else ""
        by_first.setdefault(key, {})[row[last]] = row[len(policy.seen)]
    return {key: in_words(varying[-1], runs(choices)) for key, choices in sorted(by_first.items())}


def _varying(policy: PolicyList, rows: list[tuple[Any, ...]]) -> list[str]:
    """The names of what is seen that is not the same in all rows."""
    return [name for k, name in enumerate(policy.seen) if len({row[k] for row in rows}) > 1]

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
        if len(policy.seen) == 2 and ranges:
            first, second = policy.seen
            table = [(value, sentence) for value, sentence in ranges.items()]
            yield Listing(title, (first, f"by {second}"), table)
        else:
            cells = [["" if cell is None else cell for cell in row] for row in rows]
            yield Listing(title, header, cells, "\n".join(ranges.values()))

    return show


def by_ranges(policy: PolicyList, rows: list[tuple[Any, ...]]) -> dict[Any, str]:
    """What to do in words, if one or two whole numbers are seen; by the first one of two."""
    if not 1 <= len(policy.seen) <= 2 or {*policy.seen.values()} != {"int"}:
        return {}
    if len(policy.choosing.names) > 1:
        return {}
    by_first: dict[Any, dict[int, str]] = {}
    width = len(policy.seen)
    for row in rows:
        by_first.setdefault(row[0] if width == 2 else "", {})[row[width - 1]] = row[width]
    last = [*policy.seen][-1]
    return {first: in_words(last, runs(choices)) for first, choices in sorted(by_first.items())}

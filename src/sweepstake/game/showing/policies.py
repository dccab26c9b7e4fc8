"""The policy of best play as a listing, and as a map if it depends on one or two whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import nan
from typing import Any

from sweepstake.game.choosing.listing import OWN, PolicyList, in_words, runs
from sweepstake.puzzle.display import Frames, Listing, Map, Panel, Plot, Series, by_point

MAX_SETS = 4
"""Most sets of parameters whose policies are drawn."""
MAX_OPTIONS = 5
"""Most options of a map, which has a colour for each."""


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


def plots(policy: PolicyList, question: str) -> tuple[Plot, ...]:
    """The chart of a policy's question, if one or two whole numbers are seen, at one choice.

    Two are a map with a colour for each option; one is a line of options. If a yes or no is seen
    too, each has its chart.
    """
    seen = [c for c in policy.columns if c.name not in OWN]
    names = [column.name for column in seen if column.type == "int"]
    flags = [column.name for column in seen if column.type == "bool"]
    if len(policy.choosing.names) > 1 or len(names) + len(flags) < len(seen):
        return ()
    if not 1 <= len(names) <= 2 or len(flags) > 1:
        return ()
    keys = [*(parameter.name for parameter in policy.parameters), *flags]

    def make(frames: Frames) -> list[Panel | Map]:
        frame = frames[question]
        sets = [*by_point(keys, frame)] if keys else [({}, {"states": frame})]
        drawn = [_chart(at, rows["states"], names) for at, rows in sets[-MAX_SETS:]]
        return [chart for chart in drawn if chart]

    return (Plot(question, "What best play does", (question,), make),)


def _chart(at: dict[str, Any], rows: Any, names: Sequence[str]) -> Panel | Map | None:
    """The chart of the policy in a frame; None for two numbers and more than five options."""
    choices: list[str] = sorted({*rows["choice"].tolist()})
    names = [name for name in names if rows[name].nunique() > 1] or names[:1]
    title = ", ".join(f"{name} {value}" for name, value in at.items()) or "best play"
    height = {choice: number for number, choice in enumerate(choices)}
    if len(names) == 1:
        points = sorted(zip(rows[names[0]].tolist(), rows["choice"].tolist(), strict=True))
        y = [height[choice] for _, choice in points]
        series = Series("best play", [x for x, _ in points], y, "points")
        words = in_words(names[0], runs(dict(points))).capitalize()
        return Panel(title, names[0], "what to do", [series], levels=choices, finding=words)
    if len(choices) > MAX_OPTIONS:
        return None
    first, second = (sorted({*rows[name].tolist()}) for name in names)
    columns = (rows[name].tolist() for name in (*names, "choice"))
    best = {(a, b): float(height[choice]) for a, b, choice in zip(*columns, strict=True)}
    values = [[best.get((a, b), nan) for b in second] for a in first]
    across, down = [*map(str, second)], [*map(str, first)]
    title = f"{title}: {' or '.join(choices)}"
    levels = choices if len(choices) > 1 else ()
    return Map(title, names[1], names[0], across, down, values, format=".0f", levels=levels)

"""A small chain of states as a listing: a row for each state, with its transitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.lowering import NOW
from sweepstake.game.rewriting.resumable import (
    Resumable,
    Rewriting,
    errors_with_line,
    plain,
    sentences,
)
from sweepstake.game.solving.exploring import ENDED, REJECTED, Step, Table
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import shown

MAX_STATES = 60
"""Most states that are shown."""


def listings(query: Query, columns: Sequence[str]) -> Callable[..., Iterator[Listing]]:
    """A function that yields the listing of states; it ignores its random generator."""

    def show(rng: Any, **params: Any) -> Iterator[Listing]:
        def explored(game: Resumable) -> tuple[Table, bool]:
            table = Table(query, game, params)
            return table, table.explore(MAX_STATES)

        with errors_with_line(query):
            table, is_whole = Rewriting(query).attempt(explored)
        game = table.game
        names = list(dict.fromkeys(n for e in game.entries.values() for n in map(plain, e.names)))
        rows = [
            (number, table.line(table.states[number].entry) or "", *_values(table, number, names),
             _nexts(columns, table, steps))
            for number, steps in enumerate(table.steps)
        ]  # fmt: skip
        more = "" if is_whole else f"There are over {len(table.states) - 1:,} states.\n"
        header = ("state", "line", *names, "what comes next")
        title = f"The states of {query.name}; a play begins in state 0"
        yield Listing(title, header, rows, more + "\n".join(sentences(game)))

    return show


def _values(table: Table, number: int, names: Sequence[str]) -> Iterator[str]:
    """The values of a state, for each of the variables `names`."""
    state = table.states[number]
    entry = table.game.entries.get(state.entry)
    pairs = zip(entry.names, state.values, strict=True) if entry else ()
    variables = {
        plain(name): _short(value) for name, value in pairs if not name.startswith(f"_0{NOW}")
    }
    yield from (variables.get(name, "") for name in names)


def _short(value: object) -> str:
    if isinstance(value, Shuffled):
        value = value.parts()[1]
    return " ".join(map(str, value.number)) if isinstance(value, Deck) else shown(value)


def _nexts(columns: Sequence[str], table: Table, steps: Sequence[Step]) -> str:
    """The transitions of a state: probabilities, with the next states and outcomes."""
    masses: dict[tuple[str, str], Fraction] = {}
    for step in steps:
        way = _target(columns, table, step)
        masses[way] = masses.get(way, Fraction(0)) + Fraction(step.ways, step.of)
    by_mass: dict[Fraction, dict[str, list[str]]] = {}
    for (kind, target), mass in masses.items():
        by_mass.setdefault(mass, {}).setdefault(kind, []).append(target)
    lines = []
    for mass, by_kind in by_mass.items():
        parts = [kind.format(", ".join(targets)) for kind, targets in by_kind.items()]
        several = sum(map(len, by_kind.values())) > 1
        lines.append(f"{mass}{' each' * several}: " * (mass != 1) + " or ".join(parts))
    return "; ".join(lines)


def _target(columns: Sequence[str], table: Table, step: Step) -> tuple[str, str]:
    """A transition as a template, and the state or outcome to put in it."""
    if step.to == REJECTED:
        return "left out", ""
    if step.to == ENDED:
        return f"{', '.join(columns)} {{}}", _outcome(table, step)
    pairs = zip(table.game.totals, step.totals, strict=True)
    added = "".join(f" ({plain(name)} + {more})" for name, more in pairs if more)
    return f"to {{}}{added}", str(step.to)


def _outcome(table: Table, step: Step) -> str:
    """An outcome, with the running totals that it adds."""
    sites = step.sites or (-1,) * len(step.cells)
    totals = [plain(table.game.totals[site]) if site >= 0 else "" for site in sites]
    cells = [
        " + ".join(filter(None, (total, shown(cell) if cell or not total else "")))
        for total, cell in zip(totals, step.cells, strict=True)
    ]
    return cells[0] if len(cells) == 1 else f"({', '.join(cells)})"

"""A game's function, rewritten so that a play can be resumed before the next draw in a loop.

An entry is a point in the function where a play can be resumed. The rewritten function starts at
any entry and returns at the next one, or at the end of the play:

    (entry, values, totals, ())     it can be resumed at this entry with these values
    (-1, outcome, (), sites)        the play has ended; `sites` has the total of each column, or -1

It is emitted from the blocks of the flow: a block with several predecessors is reached by its
number, any other block is nested in its predecessor. It calls the functions in `NAMES`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from sweepstake.errors import InputError, SweepstakeError
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.playing import loop_guard
from sweepstake.game.reading.flow import Block, Flow, Fork, Jump, Leave, live, surely_assigned
from sweepstake.game.reading.program import (
    Program,
    RefusedError,
    assigned,
    bound,
    called,
    closures,
    load,
)
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.alike import CALL, DEAL, alike
from sweepstake.game.rewriting.closed import Closed
from sweepstake.game.rewriting.lowering import LEFT, NOW, lowered
from sweepstake.game.rewriting.piles import CARD_AT, card_at, deal, dealing, forgotten
from sweepstake.game.rewriting.spelled import spelled
from sweepstake.game.rewriting.tables import Tables, table, tables
from sweepstake.game.rewriting.totals import NoTotalError, Totals, masked, multisets, start, totals
from sweepstake.text.shown import listed, raised

Explored = TypeVar("Explored")
Result = tuple[int, Any, tuple[int, ...], tuple[Any, ...]]
AT, STORED, ENDED = "_0at", "_0stored", -1
ENDLESS = ("count", "cycle", "repeat")
PLACE = "what is left for"
"""How the words for what a loop has yet to go along begin, before the loop's variable."""


@dataclass(frozen=True)
class Resumable:
    """The function, which can start at any entry: `run(draw, entry, values, *params)`.

    It returns (entry, values, totals, ()) at the next entry, and (-1, outcome, (), sites) at the
    end: `totals` has what was added since the start, and `sites` has the total of each column.
    """

    run: Callable[..., Result]
    entries: dict[int, Entry]
    totals: tuple[str, ...]
    parameters: tuple[str, ...]
    growing: frozenset[str] = frozenset()
    """The running totals that never shrink."""
    read_only: frozenset[str] = frozenset()
    """The parameters that may be a list or a dict, as no play changes them."""
    recursive: str = ""
    """A function that calls itself."""


def resumable(query: Query, without: frozenset[str] = frozenset()) -> Resumable:
    """The rewritten function of a game; RefusedError, with the line, if it can't be rewritten.

    The variables `without` are no running totals, as an earlier attempt has shown.
    """
    program = Program(query.play, spelled)
    closed = Closed(program)
    closed.check()
    flow = lowered(program, without)
    inner = closures(program.inner.values())
    masked(flow, query.width, query.used)
    sure = surely_assigned(flow, {*program.main.arguments}, inner)
    adding = totals(flow, program.inner.values(), query.width, sure, without)
    entries = _entries(program, flow, live(flow, inner), sure, {*adding.names, *adding.unused})
    built = tables(flow, program.inner.values(), program) - {*adding.names, *adding.unused}
    emitter = Emitter(flow, entries, adding, built)
    tree = emitter.function(program.main.arguments, [*program.inner.values()])
    return Resumable(
        program.compiled(tree, {**NAMES, "_0fixed": Tables().fixed}),
        entries,
        adding.names,
        tuple(program.parameters),
        adding.growing,
        closed.read_only(),
        program.recursive,
    )


class Rewriting:
    """The rewritten function of a query, made when it is first needed, and made again if plays
    show that a variable is no running total.
    """

    def __init__(self, query: Query) -> None:
        self.query = query
        self._without = frozenset[str]()

    @cached_property
    def game(self) -> Resumable | RefusedError:
        """The rewritten function, or the error that says why it can't be rewritten."""
        try:
            return resumable(self.query, self._without)
        except RefusedError as error:
            return error

    def attempt(self, explore: Callable[[Resumable], Explored]) -> Explored:
        """What `explore` makes of the rewritten function; RefusedError if there is none."""
        while True:
            if isinstance(self.game, RefusedError):
                raise self.game
            try:
                return explore(self.game)
            except NoTotalError as error:
                self._without |= error.names
                del self.game


def _entries(
    program: Program,
    flow: Flow,
    alive: dict[int, set[str]],
    sure: dict[int, set[str]],
    without: set[str],
) -> dict[int, Entry]:
    """The entries, with the variables that are live there."""
    changed = bound(flow.nodes())  # a parameter that is never bound again is passed each time
    unordered = multisets(flow, program.inner.values(), program.draw, program.means_builtin)
    entries = {}
    for block in flow.entries:
        names = sorted((alive[block.number] & changed) - without - {*program.inner, program.draw})
        unsure = frozenset(names) - sure[block.number]
        indices = tuple(k for k, name in enumerate(names) if name in unordered)
        entries[block.number] = Entry(
            block.number, block.line, tuple(names), unsure, indices, block.chooses
        )
    return entries


@dataclass(frozen=True)
class Entry:
    """A point where a play can be resumed, with the variables that are live there."""

    number: int
    line: int
    names: tuple[str, ...]
    """The live variables."""
    unsure: frozenset[str]
    """The live variables that may have no value yet."""
    multisets: tuple[int, ...] = ()
    """The indices of the variables that are multisets."""
    chooses: bool = False
    """True if a player chooses first."""


@dataclass(frozen=True)
class Emitter:
    """Writes the code of a flow."""

    flow: Flow
    entries: dict[int, Entry]
    totals: Totals
    tables: frozenset[str] = frozenset()
    """The variables that have tables."""

    def function(self, arguments: Sequence[str], inner: Sequence[ast.stmt]) -> ast.FunctionDef:
        """The function; its arguments are draw, the entry, the values, and the parameters."""
        draw, *parameters = arguments
        names = [draw, AT, STORED, *parameters]
        text = f"def _0game({', '.join(names)}): pass"
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        zero: list[ast.stmt] = [
            assigned(name, ast.Constant(0)) for name in (*self.totals.names, *self.totals.unused)
        ]
        loop = ast.While(ast.Constant(True), self._dispatch(), [])
        tree.body = [*inner, *self._restored(), *zero, loop]
        return ast.fix_missing_locations(tree)

    def _restored(self) -> list[ast.stmt]:
        """The statements that restore the variables of the entry where the play is resumed."""
        code: list[ast.stmt] = []
        for entry in self.entries.values():
            body: list[ast.stmt] = [
                self._restore(entry, k, name) for k, name in enumerate(entry.names)
            ]
            code.append(ast.If(_is_at(entry.number), body or [ast.Pass()], []))
        return code

    def _restore(self, entry: Entry, k: int, name: str) -> ast.stmt:
        value: ast.expr = ast.Subscript(load(STORED), ast.Constant(k), ast.Load())
        if name in self.tables:
            value = called("_0table", value)
        if name not in entry.unsure:
            return assigned(name, value)
        test = ast.Compare(value, [ast.IsNot()], [load("_0unset")])
        return ast.If(test, [assigned(name, value)], [])

    def _dispatch(self) -> list[ast.stmt]:
        """The choice among the numbered blocks, the entries first."""
        leads = Counter(n for block in self.flow.blocks.values() for n in block.nexts)
        numbered = {0, *self.entries, *(n for n, count in leads.items() if count > 1)}
        code: list[ast.stmt] = []
        for number in sorted(numbered, key=lambda n: (n in self.entries, -n)):
            body = self._block(self.flow.blocks[number], numbered)
            code = [ast.If(_is_at(number), body, code)]
        return code

    def _block(self, block: Block, numbered: set[int]) -> list[ast.stmt]:
        code = list(block.body)
        if isinstance(block.end, Jump):
            code += self._to(block.end.to, numbered)
        elif isinstance(block.end, Fork):
            yes, no = (self._to(n, numbered) for n in (block.end.yes, block.end.no))
            code.append(ast.If(block.end.test, yes, no))
        elif isinstance(block.end, Leave):
            sites = self.totals.sites.get(block.number, ())
            code.append(_returned(ENDED, block.end.value, (), sites))
        return code

    def _to(self, number: int, numbered: set[int]) -> list[ast.stmt]:
        """The code that continues at a block."""
        if number in self.entries:
            entry = self.entries[number]
            values: list[ast.expr] = [self._stored(entry, name) for name in entry.names]
            return [_returned(number, ast.Tuple(values, ast.Load()), self.totals.names, ())]
        if number in numbered:
            return [assigned(AT, ast.Constant(number)), ast.Continue()]
        return self._block(self.flow.blocks[number], numbered)

    def _stored(self, entry: Entry, name: str) -> ast.expr:
        value: ast.expr = load(name)
        if name in entry.unsure:
            get = ast.Attribute(called("_0locals"), "get", ast.Load())
            value = ast.Call(get, [ast.Constant(name), load("_0unset")], [])
        if name in self.tables:
            return called("_0fixed", value)
        return called("_0forgotten", value) if name in self.flow.forgotten else value


def _is_at(number: int) -> ast.expr:
    return ast.Compare(load(AT), [ast.Eq()], [ast.Constant(number)])


def _returned(
    number: int, value: ast.expr, totals: Sequence[str], sites: Sequence[int]
) -> ast.stmt:
    parts = [
        ast.Constant(number),
        value,
        ast.Tuple([load(name) for name in totals], ast.Load()),
        ast.Tuple([ast.Constant(site) for site in sites], ast.Load()),
    ]
    return ast.Return(ast.Tuple([*parts], ast.Load()))


class Unset(Enum):
    """The value of a variable that isn't set yet."""

    UNSET = 0


def loop_items(items: Any, line: int, fresh: bool) -> Any:
    """What to store for a `for` loop whose body draws, so that it can be resumed.

    `fresh`: no other reference to the iterable. A list with other references is stored itself,
    with an index, because it may change meanwhile. Of other iterables, the remaining items are.
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


def next_item(items: Any, index: int) -> tuple[Any, Any, int]:
    """The next item, the iterable to continue with, and the index in it."""
    kind = type(items)
    if kind is Deck:
        return items.draw(), items, 0
    if kind is list or kind is Shuffled:
        return items[index], items, index + 1
    return items[0], items[1:], 0


def added(total: Any, value: Any, line: int) -> Any:
    """`total + value`; RefusedError for types whose sum may depend on the order of adding."""
    if type(value) not in (int, bool, Fraction):
        raise RefusedError(line, f"sums a {type(value).__name__} while drawing")
    return total + value


NAMES = {
    "_0loop_items": loop_items,
    "_0next_item": next_item,
    "_0added": added,
    CALL: alike,
    DEAL: deal,
    "_0dealing": dealing,
    CARD_AT: card_at,
    "_0table": table,
    "_0forgotten": forgotten,
    "_0index": operator.index,
    "_0locals": locals,
    "_0len": len,
    "_0set": set,
    "_0start": start,
    "_0unset": Unset.UNSET,
}


@contextmanager
def errors_with_line(query: Query) -> Iterator[None]:
    """Raise errors of the function, while its states are explored, with its name and the line."""
    try:
        with loop_guard(query.play):
            yield
    except SweepstakeError:
        raise
    except Exception as error:
        raise InputError(f"{query.name} fails: {raised(error)}") from error


def sentences(game: Resumable) -> Iterator[str]:
    """A line for each entry, where plays are merged, and one for the running totals.

    If no loop draws, there are no entries: each play is one row of draws.
    """
    for entry in sorted(game.entries.values(), key=lambda entry: entry.line):
        names = listed(dict.fromkeys(_variable(entry, k) for k in range(len(entry.names))))
        yield f"line {entry.line}: the rest of a play depends on {names or 'nothing before it'}"
    if not game.entries:
        yield "no loop draws: plays are not merged"
    if game.totals:
        yield f"running total{'s' * (len(game.totals) > 1)}: {', '.join(map(plain, game.totals))}"


def _variable(entry: Entry, index: int) -> str:
    name = plain(entry.names[index])
    return f"{name} (in any order)" if index in entry.multisets else name


def plain(name: str) -> str:
    """The variable's name in the source.

    >>> plain("total"), plain("_0best5"), plain("_00left_card9"), plain("_00left9")
    ('total', 'best', 'what is left for card', 'what is left for the loop')
    """
    if not name.startswith("_0"):
        return name
    stem = re.sub(r"^_0|\d+$", "", name)
    if not stem.startswith((LEFT, NOW)):
        return stem.lstrip("0")
    variable = re.sub(r"^_0|\d+$", "", stem.partition("_")[2])
    return f"{PLACE} {variable.strip('_') or 'the loop'}"

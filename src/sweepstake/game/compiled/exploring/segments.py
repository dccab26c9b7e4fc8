"""A game's function that starts at any entry, as numba compiles it: whole numbers in and out.

It is read from the Python text of `Resumable`. A segment takes the values of a state from a row of
`states`, and writes into `here` the next entry with its values, and into `label` what comes with
the step: the number of the end, or 0, then two places for ways and of, and the running totals or
the cells of the outcome.

A row has the entry, its numbers, and then each list: its length and what is in it, or how many
lists before are one and the same. The end of `here` says how long the row is. If the order of some
lists says nothing, `key` is the row with these in order, by which states are told apart.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from sweepstake.game.compiled.exploring.helpers import Helper
from sweepstake.game.compiled.exploring.kinds import (
    BOOL,
    DECKS,
    INT,
    LISTS,
    NONE,
    RATIO,
    SHUFFLED,
    SIMPLE,
    TEXT,
    UNKNOWN,
)
from sweepstake.game.compiled.exploring.statements import Statements
from sweepstake.game.resuming.emitting import AT, ENDED
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.game.rewriting.names import method_of
from sweepstake.game.rewriting.refused import RefusedError

CELLS = 3
"""The place of the first total or cell in a label."""


class End(NamedTuple):
    """What a `return` of the game's function gives."""

    kinds: tuple[str, ...]
    is_tuple: bool
    sites: tuple[int, ...]


class Segments(Statements):
    """Writes the function; RefusedError if it uses what is not in the list."""

    def __init__(self, game: Resumable, parameters: Mapping[str, str]) -> None:
        [tree] = ast.parse(game.code).body
        assert isinstance(tree, ast.FunctionDef)
        super().__init__(tree, tree.args.args[0].arg, parameters, game.run.__globals__)
        self.kinds[AT] = INT
        self._parameters = [*parameters]
        self.entries = {number: [*entry.names] for number, entry in game.entries.items()}
        """The variables of each entry."""
        self._bags = {number: entry.bags for number, entry in game.entries.items()}
        self.ends: list[End] = []
        self.totals = 0
        self.text = self._written()

    @property
    def width(self) -> int:
        """The most values of an entry."""
        return max(map(len, self.entries.values()), default=0)

    @property
    def cells(self) -> int:
        """The most totals or cells of a step."""
        return max([self.totals, *(len(end.kinds) for end in self.ends)])

    @property
    def written(self) -> list[Helper]:
        """The helpers."""
        return [helper for helper in self.helpers.values() if helper]

    @property
    def has_bags(self) -> bool:
        """Are there lists of which the order says nothing?"""
        return any(self.bags(number) for number in self.entries)

    def bags(self, number: int) -> list[str]:
        """The variables of an entry of which the order says nothing."""
        names = [self.entries[number][k] for k in self._bags.get(number, ())]
        return [name for name in names if self.kinds[name] in (LISTS[INT], LISTS[TEXT])]

    def parts(self, number: int) -> tuple[list[str], list[str]]:
        """The variables of an entry: numbers, and lists."""
        names = self.entries[number]
        numbers = [name for name in names if self.kinds[name] in (*SIMPLE, UNKNOWN)]
        return numbers, [name for name in names if name not in numbers]

    def _written(self) -> str:
        """The function."""
        body = self.settled()
        for names in self.entries.values():
            if any(self.kinds[name] in (*SHUFFLED.values(), UNKNOWN) for name in names):
                raise RefusedError(0, "shuffled cards are kept while drawing")
        zeros = [
            f"{name} = {'False' if kind == BOOL else '0'}"
            for name, kind in self.kinds.items()
            if name not in (*self._parameters, AT) and kind in SIMPLE
        ]
        arguments = []
        for name in self._parameters:
            ratio = self.kinds[name] == RATIO
            arguments += [f"{name}_0n", f"{name}_0d"] if ratio else [name]
        handed = "".join(f", {name}" for name in arguments)
        head = f"def _0segment(_0draw, _0states, _0n, _0here, _0key, _0label{handed}):"
        first = [*zeros, "_0rounds = 0", f"{AT} = _0states[_0n, 0]"]
        return "\n".join([head, *("    " + line for line in [*first, *body])]) + "\n"

    def body(self) -> list[str]:
        """The body, by the kinds that are known."""
        self.ends = []
        return super().body()

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement: at an entry, its variables are read."""
        draws = (self.draw,)
        match node:
            case ast.If(
                test=ast.Compare(
                    left=ast.Name(id=at), comparators=[ast.Constant(value=int(number))]
                ),
                body=[ast.Assign(value=ast.Subscript(value=ast.Name(id="_0kept"))), *_],
            ) if at == AT:
                return [f"if {AT} == {number}:", *("    " + s for s in self._restored(number))]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == AT:
                return [f"{AT} = {self.typed(value)[1]}"]
            case ast.Expr(value=ast.Call() as call) if method_of(draws, call) == "condition":
                return self._condition(call)
        return super().statement(node)

    def _restored(self, number: int) -> list[str]:
        numbers, lists = self.parts(number)
        row, at = "_0states, _0n, _0c", f"_0c = {1 + len(numbers)}"
        lines = [
            f"{name} = _0states[_0n, {k + 1}]{' != 0' * (self.kinds[name] == BOOL)}"
            for k, name in enumerate(numbers)
        ] + [at] * bool(lists)
        for j, name in enumerate(lists):
            kind = self.kinds[name]
            if kind in DECKS.values():
                lines += [f"{name} = _0deck_in(_0draw, {row})", f"_0c += 1 + 2 * len({name}.kinds)"]
                continue
            test = "if"
            for k in self._alike(lists, j):
                lines += [f"{test} _0states[_0n, _0c] == {-1 - k}:", f"    {name} = {lists[k]}"]
                test = "elif"
            read = f"{name} = _0list_in({row})"
            lines += ["else:", f"    {read}"] if test == "elif" else [read]
            lines.append("_0c += 1 + max(_0states[_0n, _0c], 0)")
        return lines

    def _alike(self, lists: list[str], j: int) -> list[int]:
        """The lists before one that may be the same one."""
        kind = self.kinds[lists[j]]
        return [k for k in range(j) if self.kinds[lists[k]] == kind in LISTS.values()]

    def _condition(self, node: ast.Call) -> list[str]:
        if len(node.args) != 1 or node.keywords:
            raise RefusedError(node, "this condition isn't explored by compiled code")
        test = self.test(node.args[0])
        return [f"if not {test}:", *(f"    {line}" for line in self._ended(-1, []))]

    def returned(self, node: ast.Return) -> list[str]:
        """To the next entry, or the end."""
        assert isinstance(node.value, ast.Tuple)
        number, values, totals, last = node.value.elts
        entry = ast.literal_eval(number)
        if entry == ENDED:
            return self._outcome(values, last)
        if not isinstance(last, ast.Tuple) or last.elts:
            raise RefusedError(node, "draw.state isn't explored by compiled code")
        assert isinstance(values, ast.Tuple)
        assert isinstance(totals, ast.Tuple)
        if not all(isinstance(part, ast.Name) for part in values.elts):
            raise RefusedError(node, "a variable may have no value yet")
        self.totals = len(totals.elts)
        return [
            *self._kept(entry),
            *self._labelled(0, [self.exactly(INT, part) for part in totals.elts]),
            f"return {entry}",
        ]

    def _kept(self, entry: int) -> list[str]:
        """Write the values into `here`."""
        numbers, lists = self.parts(entry)
        texts = [self.typed(ast.Name(name, ast.Load())) for name in numbers]
        held = [f"int({text})" if kind == BOOL else text for kind, text in texts]
        lines = [f"_0here[{k + 1}] = {text}" for k, text in enumerate(held)]
        bags = self.bags(entry)
        if not self.has_lists:
            lines += [f"for _0k in range({len(held) + 1}, len(_0here)):", "    _0here[_0k] = 0"]
        elif lists:
            lines.append(f"_0c = {1 + len(numbers)}")
        for j, name in enumerate(lists):
            self.typed(ast.Name(name, ast.Load()))
            if name in bags:
                lines.append(f"_0b{bags.index(name)}_ = _0c")
            if self.kinds[name] in DECKS.values():
                lines.append(f"_0c = _0put_deck(_0here, _0c, {name})")
                continue
            test = "if"
            for k in self._alike(lists, j):
                lines += [
                    f"{test} {name} is {lists[k]}:",
                    f"    _0c = _0put_same(_0here, _0c, {k})",
                ]
                test = "elif"
            put = f"_0c = _0put_list(_0here, _0c, {name})"
            lines += ["else:", f"    {put}"] if test == "elif" else [put]
        if self.has_lists:
            lines.append(
                f"_0filled(_0here, {'_0c' if lists else 1 + len(held)}, _0states.shape[1])"
            )
        if self.has_bags:
            lines.append("_0copied(_0here, _0key, _0states.shape[1])")
        return lines + [f"_0in_order(_0key, _0b{k}_)" for k in range(len(bags))]

    def _outcome(self, value: ast.expr, sites: ast.expr) -> list[str]:
        is_tuple = isinstance(value, ast.Tuple)
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        cells = [
            (NONE, "0") if isinstance(part, ast.Constant) and part.value is None
            else self.typed(part) for part in parts
        ]  # fmt: skip
        if any(kind not in (*SIMPLE, NONE, UNKNOWN) for kind, _ in cells):
            raise RefusedError(value, "this outcome isn't explored by compiled code")
        kinds = tuple(kind for kind, _ in cells)
        self.ends.append(End(kinds, is_tuple, ast.literal_eval(sites)))
        texts = [f"int({text})" if kind == BOOL else text for kind, text in cells]
        return self._ended(len(self.ends), texts)

    def _ended(self, number: int, cells: list[str]) -> list[str]:
        return [*self._labelled(number, cells), "return -1" if number > 0 else "return -2"]

    def _labelled(self, number: int, cells: list[str]) -> list[str]:
        return [
            f"_0label[0] = {number}",
            *(f"_0label[{CELLS + k}] = {text}" for k, text in enumerate(cells)),
            f"for _0k in range({CELLS + len(cells)}, len(_0label)):", "    _0label[_0k] = 0",
        ]  # fmt: skip

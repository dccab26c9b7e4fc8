"""How a state is laid out in whole numbers, as code that reads and writes it.

`_0states` has a row for each state (the entry, flat values, lists), `here` is the row being
written, and `key` is the row with sorted bags, by which states are distinguished. Variables that
hold the same list are not laid out: then plain Python explores.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from sweepstake.game.asked import Asked
from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.function import CELLS, UNKNOWN, Walks, Writer
from sweepstake.game.compiled.exploring.kinds import Kind
from sweepstake.game.compiled.source import Source
from sweepstake.game.compiled.statements import Statements
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.game.rewriting.program import Function, Program
from sweepstake.game.rewriting.refused import RefusedError

MAIN = "_0segment"
READ = {int: "{}", bool: "({} != 0)", str: "_0text({})"}
"""Code for the value that a number stands for, by type."""


class Rewritten(Program):
    """The program of a function that can start at any entry."""

    def __init__(self, asked: Asked, game: Resumable) -> None:
        super().__init__(asked.play)
        if self.inner:
            raise RefusedError(0, "functions that stand inside aren't explored by compiled code")
        [tree] = ast.parse(game.code).body
        assert isinstance(tree, ast.FunctionDef)
        self.main, self.captured = Function(tree, self.main.of), game.run.__globals__
        self.draw = tree.args.args[0].arg


class Segments(Source):
    """Writes the function and its helpers; RefusedError if it uses what is not compiled."""

    def __init__(self, asked: Asked, game: Resumable, kinds: Mapping[str, Kind]) -> None:
        self.kinds, self.width = kinds, asked.width
        self.entries = {number: [*entry.names] for number, entry in game.entries.items()}
        """The variables of each entry."""
        self.known = {n for n, names in self.entries.items() if kinds.keys() >= {*names}}
        """The entries whose variables all have a kind; any other entry raises."""
        self._bags = {number: entry.bags for number, entry in game.entries.items()}
        self.ends: list[tuple[int, ...]] = []
        """For each `return`, the total that each column adds."""
        self.totals = len(game.totals)
        super().__init__(Rewritten(asked, game), asked.width, main=MAIN)

    def _unset(self, of: Function, tree: ast.FunctionDef) -> set[str]:
        """Empty for the function itself: a state has the values of all variables that are read."""
        return set() if of is self.program.main else super()._unset(of, tree)

    def _written(self, of: Function, tree: ast.FunctionDef, draws: frozenset[str]) -> Statements:
        if of is self.program.main:
            tree.body = [s for s in tree.body if not isinstance(s, ast.If)]  # that read values
            Walks(draws).visit(tree)
        return Writer(self, of, draws, of is self.program.main)

    @property
    def most_atoms(self) -> int:
        """The most values of a state outside of lists."""
        return max((len(self.parts(number)[0]) for number in self.known), default=0)

    @property
    def cells(self) -> int:
        """Most numbers of a step: totals, or cells and their meanings."""
        return max(self.totals, 2 * self.width)

    @property
    def has_bags(self) -> bool:
        """True if there are lists whose order doesn't matter."""
        return any(self.bags(number) for number in self.known)

    def bags(self, number: int) -> list[str]:
        """The variables of an entry that are lists whose order doesn't matter."""
        names = [self.entries[number][k] for k in self._bags.get(number, ())]
        lists = [name for name in names if self.kinds[name].of is list]
        return [name for name in lists if self.kinds[name].item is not bool]

    def parts(self, number: int) -> tuple[list[tuple[str, type]], list[str]]:
        """The expressions of an entry's atoms, with their types, and its lists."""
        names = self.entries[number]
        flat = [name for name in names if self.kinds[name].is_flat]
        atoms = [atom for name in flat for atom in _atoms(name, self.kinds[name])]
        return atoms, [name for name in names if name not in flat]

    def restored(self, number: int) -> list[str]:
        """Code that reads the values of an entry."""
        if number not in self.known:
            return [UNKNOWN]
        atoms, lists = self.parts(number)
        column = iter(range(1, 1 + len(atoms)))
        names = [name for name in self.entries[number] if name not in lists]
        lines = [f"{name} = {_read(self.kinds[name], column)}" for name in names]
        lines.append(f"_0c = _0n + {1 + len(atoms)}")
        for name in lists:
            kind = self.kinds[name]
            draw, of = (f"{self.program.draw}, ", "deck") if kind.of is Deck else ("", "list")
            lines.append(f"{name} = _0{of}_of_{kind.item.__name__}({draw}_0states, _0c)")
            lines.append(f"_0c += 1 + {1 + (of == 'deck')} * _0states[_0c]")
        return lines

    def kept(self, number: int) -> list[str]:
        """Code that writes the values of an entry, and last the length of the row."""
        if number not in self.known:
            return [UNKNOWN]
        atoms, lists = self.parts(number)
        lines = [f"_0here[{k}] = _0{of.__name__}({text})" for k, (text, of) in enumerate(atoms, 1)]
        lines.append(f"_0c = {1 + len(atoms)}")
        bags = self.bags(number)
        for name in lists:
            kind = self.kinds[name]
            if name in bags:
                lines.append(f"_0b{bags.index(name)}_ = _0c")
            of = "deck" if kind.of is Deck else "list"
            lines.append(f"_0c = _0put_{of}(_0here, _0c, {name}, _0{kind.item.__name__})")
        lines = [*self._apart(lists), *lines, "_0here[-1] = _0c"]
        if self.has_bags:
            lines.append("_0copied(_0here, _0key)")
        return lines + [f"_0in_order(_0key, _0b{k}_)" for k in range(len(bags))]

    def _apart(self, lists: list[str]) -> list[str]:
        """Code that raises if two variables hold the same list or deck."""
        part = {list: "", Deck: ".kinds"}
        return [
            f"if {name}{part[kind.of]} is {other}{part[kind.of]}: {UNKNOWN}"
            for name, other in combinations(lists, 2)
            if (kind := self.kinds[name]) == self.kinds[other] and kind.of in part
        ]

    def labelled(self, number: int, totals: Sequence[str] = ()) -> list[str]:
        """Code that writes a label; the cells of an end are written later."""
        cells = [*totals, *["0"] * (self.cells - len(totals))]
        written = [f"_0label[{k}] = {cell}" for k, cell in enumerate(cells, CELLS)]
        return [f"_0label[0] = {number}", *written]


def _atoms(text: str, kind: Kind) -> list[tuple[str, type]]:
    if kind.of is not tuple:
        return [(text, kind.of)]
    parts = enumerate(kind.parts)
    return [atom for k, part in parts for atom in _atoms(f"{text}[{k}]", part)]


def _read(kind: Kind, column: Iterator[int]) -> str:
    if kind.of is tuple:
        return f"({''.join(_read(part, column) + ', ' for part in kind.parts)})"
    return READ[kind.of].format(f"_0states[_0n + {next(column)}]")

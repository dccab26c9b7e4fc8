"""A game's function that can start at any entry, for numba: it reads and writes whole numbers.

The statements are those of a compiled play, but here states are read and written. `_0states` has a
row for each state (the entry, flat values, lists), `here` is the row being written, and `key` is
the row with sorted bags, by which states are distinguished.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from sweepstake.game.asked import Asked
from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kinds import Kind, Row
from sweepstake.game.compiled.source import Source
from sweepstake.game.compiled.statements import COUNTED, Statement, Statements
from sweepstake.game.resuming.emitting import AT, ENDED
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.game.rewriting.names import assigned, called, method_of
from sweepstake.game.rewriting.program import Function, Program
from sweepstake.game.rewriting.refused import RefusedError

CELLS = 3
"""The place of the first total or cell in a label."""
MAIN = "_0segment"
MAX_ROUNDS = 1_000_000
UNKNOWN = "raise _0long"
"""The statement in place of code that needs a kind which no plain play has shown."""
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
            _Walks(draws).visit(tree)
        return Writer(self, of, draws, of is self.program.main)

    @property
    def width_of_rows(self) -> int:
        """How many values a state has, without its entry; a list counts as one."""
        return max(
            (len(atoms) + len(lists) for atoms, lists in map(self.parts, self.known)), default=0
        )

    @property
    def cells(self) -> int:
        """Most numbers of a step: totals, or cells and their meanings."""
        return max(self.totals, 2 * self.width)

    @property
    def has_bags(self) -> bool:
        """True if there are lists whose order doesn't matter."""
        return any(self.bags(number) for number in self.known)

    @property
    def has_lists(self) -> bool:
        """True if there are lists, rows or decks."""
        return any(self.parts(number)[1] for number in self.known)

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

    def _choice(self, lists: list[str], j: int, same: Mapping[str, str], other: str) -> list[str]:
        """Code for the j-th list: if it is the same as an earlier, k-th one, and if not."""
        kind, lines, test = self.kinds[lists[j]], list[str](), "if"
        for k in range(j):
            if self.kinds[lists[k]] == kind and kind.of is not Row:
                held = {"name": lists[j], "other": lists[k], "k": k, "number": -1 - k}
                lines += [f"{test} {same['test'].format(**held)}:"]
                lines += ["    " + same["then"].format(**held)]
                test = "elif"
        return [*lines, "else:", "    " + other] if lines else [other]

    def restored(self, number: int) -> list[str]:
        """Code that reads the values of an entry."""
        if number not in self.known:
            return [UNKNOWN]
        atoms, lists = self.parts(number)
        column = iter(range(1, 1 + len(atoms)))
        names = [name for name in self.entries[number] if name not in lists]
        lines = [f"{name} = {_read(self.kinds[name], column)}" for name in names]
        lines.append(f"_0c = {1 + len(atoms)}")
        same = {"test": "_0states[_0n, _0c] == {number}", "then": "{name} = {other}"}
        for j, name in enumerate(lists):
            kind = self.kinds[name]
            draw, of = ("_0draw, ", "deck") if kind.of is Deck else ("", "list")
            read = f"{name} = _0{of}_of_{kind.item.__name__}({draw}_0states, _0n, _0c)"
            lines += self._choice(lists, j, same, read)
            lines.append(f"_0c += 1 + {1 + (of == 'deck')} * max(_0states[_0n, _0c], 0)")
        return lines

    def kept(self, number: int) -> list[str]:
        """Code that writes the values of an entry."""
        if number not in self.known:
            return [UNKNOWN]
        atoms, lists = self.parts(number)
        lines = [f"_0here[{k}] = _0{of.__name__}({text})" for k, (text, of) in enumerate(atoms, 1)]
        if not self.has_lists:
            rest = range(1 + len(atoms), 1 + self.width_of_rows)
            return [*lines, *(f"_0here[{k}] = 0" for k in rest)]
        lines.append(f"_0c = {1 + len(atoms)}")
        bags = self.bags(number)
        for j, name in enumerate(lists):
            kind = self.kinds[name]
            part, of = (".kinds", "deck") if kind.of is Deck else ("", "list")
            if name in bags:
                lines.append(f"_0b{bags.index(name)}_ = _0c")
            then = "_0c = _0put_same(_0here, _0c, {k})"
            same = {"test": f"{{name}}{part} is {{other}}{part}", "then": then}
            put = f"_0c = _0put_{of}(_0here, _0c, {name}, _0{kind.item.__name__})"
            lines += self._choice(lists, j, same, put)
        lines.append("_0filled(_0here, _0c, _0states.shape[1])")
        if self.has_bags:
            lines.append("_0copied(_0here, _0key, _0states.shape[1])")
        return lines + [f"_0in_order(_0key, _0b{k}_)" for k in range(len(bags))]

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
    return READ[kind.of].format(f"_0states[_0n, {next(column)}]")


class _Walks(ast.NodeTransformer):
    """Replaces shuffled cards in loops by a deck to draw from."""

    def __init__(self, draws: frozenset[str]) -> None:
        self._draws = draws

    def visit_Call(self, node: ast.Call) -> ast.Call:  # ast's form
        """`_0walked(draw.shuffled(cards), ...)`."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="_0walked"), args=[ast.Call(func=method) as cards, *_]):
                if method_of(self._draws, cards) == "shuffled":
                    method.attr = "deck"  # type: ignore[attr-defined]
        return node


class Writer(Statements, ast.NodeTransformer):
    """Rewrites the function, or a helper."""

    source: Segments
    ended = -1

    def function(self, tree: ast.FunctionDef, name: str) -> ast.FunctionDef:
        """The rewritten function, with a new name."""
        first = list[str]()
        if self.is_main:
            draw, _, _, *params = tree.args.args
            words = ("_0draw", "_0states", "_0n", "_0here", "_0key", "_0label")
            tree.args.args = [*map(ast.arg, words), *params]
            first = [f"{draw.arg} = _0draw", f"{AT} = _0states[_0n, 0]"]
            for number in self.source.entries:
                lines = self.source.restored(number)
                first += [f"if {AT} == {number}:", *("    " + line for line in lines)]
        body = [part for node in tree.body for part in self._visited(node)]
        if self.steps:
            first.append(f"_0left = {MAX_ROUNDS}")
        tree.name, tree.body = name, [*ast.parse("\n".join(first)).body, *body]
        return ast.fix_missing_locations(tree)

    def _lines(self, node: ast.stmt, lines: Sequence[str]) -> list[ast.stmt]:
        return self._all_at(node, ast.parse("\n".join(lines)).body)

    def visit_Return(self, node: ast.Return) -> Statement:  # ast's form
        """Return to the next entry, or the end."""
        if not self.is_main:
            return super().visit_Return(node)
        assert isinstance(node.value, ast.Tuple)
        number, values, totals, last = node.value.elts
        entry, source = ast.literal_eval(number), self.source
        if entry == ENDED:
            source.ends.append(ast.literal_eval(last))
            labelled = self._lines(node, source.labelled(len(source.ends)))
            return [*labelled, *self._all_at(node, self._ended(self.visit(values)))]
        assert isinstance(values, ast.Tuple)
        assert isinstance(totals, ast.Tuple)
        if ast.unparse(last) != "()" or not all(isinstance(v, ast.Name) for v in values.elts):
            raise RefusedError(node, "draw.state, or a variable that may have no value yet")
        label = source.labelled(0, [f"_0int({ast.unparse(total)})" for total in totals.elts])
        return self._lines(node, [*source.kept(entry), *label, f"return {entry}"])

    def _place(self, k: int) -> ast.expr:
        return ast.Subscript(ast.Name("_0label", ast.Load()), ast.Constant(CELLS + k), ast.Store())

    def visit_Expr(self, node: ast.Expr) -> Statement:
        """A condition that does not hold ends a row of draws."""
        if not self.is_main or self.method(node.value) != "condition":
            return super().visit_Expr(node)
        [test] = node.value.args  # type: ignore[attr-defined]
        lines = ast.parse("\n".join([*self.source.labelled(-1), "return -2"])).body
        return self._all_at(node, [ast.If(ast.UnaryOp(ast.Not(), self.visit(test)), lines, [])])

    def visit_While(self, node: ast.While) -> Statement:
        """All rounds are counted."""
        self.generic_visit(node)
        self.steps = MAX_ROUNDS
        node.body = [*self._all_at(node.body[0], ast.parse(COUNTED).body), *node.body]
        return node

    def visit_Assign(self, node: ast.Assign) -> Statement:
        """A step of a loop over items; an empty list gets the kind of its variable."""
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) == len(value.elts):
                value.elts = [*map(self._empty, target.elts, value.elts)]
        else:
            node.value = self._empty(target, value)
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(now), ast.Name(along), ast.Name(place)])],
                value=ast.Call(func=ast.Name("_0stepped")),
            ):
                return self._lines(node, self._stepped(now, along, place))
            case ast.Assign(
                targets=[ast.Name(along)],
                value=ast.Call(func=ast.Name("_0walked"), args=[items, *_]),
            ):
                kind = self.source.kinds.get(along)
                if not kind:
                    return self._lines(node, [UNKNOWN])
                items = self.items(items)
                if kind.of is Row:
                    items = called("_0listed", items)
                return self._all_at(node, [assigned(along, items)])
        self.generic_visit(node)
        return node

    def _stepped(self, now: str, along: str, place: str) -> list[str]:
        kind = self.source.kinds.get(along)
        if not kind:
            return [UNKNOWN]
        if kind.of is Deck:
            return [f"{now} = {along}.draw()", f"{place} = 0"]
        if kind.of is Row:
            return [f"{now} = {along}[0]", f"{along} = {along}[1:]"]
        return [f"{now} = {along}[{place}]", f"{place} += 1"]

    def _empty(self, target: ast.expr, value: ast.expr) -> ast.expr:
        if not isinstance(target, ast.Name) or not isinstance(value, ast.List) or value.elts:
            return value
        kind = self.source.kinds.get(target.id)
        return called(f"_0empty_{kind.item.__name__ if kind else 'int'}")

    def _called(self, node: ast.Call, name: str) -> ast.expr:
        """Calls of the rewritten function, and cards that are dealt to a list."""
        if name.startswith("_0empty"):
            return node
        if name in ("_0index", "_0len", "_0added"):
            args = [self.visit(arg) for arg in node.args[: 1 + (name == "_0added")]]
            return called({"_0index": "_0int", "_0len": "len"}.get(name, name), *args)
        match node.args:
            case [ast.Call(func=ast.Attribute(value=draw), args=args) as cards] if (
                name in ("list", "tuple") and self.method(cards) == "shuffled"
            ):
                return called("_0dealt", draw, *map(self.items, args))
        return super()._called(node, name)

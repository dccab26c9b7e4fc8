"""Lowers the statements of a game's function to blocks.

A statement with an entry inside, or a jump out of it, becomes jumps. A loop has its entry before
its first drawing statement, because few variables are live there; if the test of a `while` draws,
the entry is before the test.

A `for` loop becomes a test and a step. The state of a loop over a range is the next number; over a
list with other references, the list and the index, because the list may change meanwhile; over any
other iterable, the remaining items.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Sequence

from sweepstake.game.reading.flow import Block, Flow
from sweepstake.game.reading.program import (
    Program,
    Renamed,
    assigned,
    called,
    load,
    loads,
    method_of,
    parts,
)
from sweepstake.game.rewriting.alike import DEAL, made, merge_kinds
from sweepstake.game.rewriting.expressions import Inlining
from sweepstake.game.rewriting.piles import (
    Apart,
    deal_slices,
    forget_cards,
    name_piles,
    walked_once,
)

NEW = (ast.List, ast.Tuple, ast.ListComp, ast.BinOp, ast.Constant)
"""Expressions that make a new value, which nothing else can change."""
MAKERS = ("list", "sorted", "tuple")
DEALERS = ("deck", "shuffled", "dice", "counts")
LOOPS = (ast.For, ast.While)
JUMPS = (ast.Return, ast.Break, ast.Continue)
LEFT, NOW = "0left", "0now"
"""Stems of the names of what a loop has yet to go along, and of its item; no user has them."""
Source = tuple[list[tuple[ast.expr, list[ast.stmt]]], ast.expr]
"""The steps to the next item of a loop, each after its test, and the item."""


def lowered(program: Program, without: frozenset[str] = frozenset()) -> Flow:
    """The blocks of a game's function; cards of the piles `without` are read twice."""
    lowering = Lowering(program, without)
    body = copy.deepcopy(program.main.tree.body)
    for name in _grown(program):  # so that each play begins with the parameter's own value
        own = lowering.fresh(name)
        body = [Renamed({name: own}).visit(statement) for statement in body]
        lowering.put(assigned(own, load(name)))
    lowering.prepare(body)
    lowering.statements(body)
    lowering.leave(ast.Constant(None))
    return Flow(lowering.blocks, frozenset(lowering.forgotten)).pruned()


def _grown(program: Program) -> list[str]:
    """The parameters that are only ever bound by adding to them, as a running total is."""
    body = program.main.tree.body
    adding = [
        node.target
        for node in parts(body)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub)
    ]
    names = [node for node in parts(body) if isinstance(node, ast.Name)]
    bound = Counter(node.id for node in names if not isinstance(node.ctx, ast.Load))
    grown = Counter(node.id for node in adding if isinstance(node, ast.Name))
    hidden = loads([*program.inner.values()])
    return [n for n in program.parameters if grown[n] and grown[n] == bound[n] and n not in hidden]


class Lowering(Inlining):
    """Writes the blocks of a game's function."""

    def __init__(self, program: Program, without: frozenset[str]) -> None:
        super().__init__(program)
        self._without = without
        self.forgotten = set[str]()
        self._walked_once = set[str]()
        self._deals_slowly = False
        """True if the loop that is being written can deal a slice of a pile card by card."""

    def prepare(self, body: list[ast.stmt]) -> None:
        """Merge kinds of cards in a function, and note the piles that are only walked, once."""
        body[:] = [Apart(self.fresh).visit(statement) for statement in body]
        name_piles(body, self.program, self.fresh)
        self.program.note_decks(body)
        deal_slices(body, self.program, self.rebound, self.fresh)
        merge_kinds(body, self.program, self.rebound)
        self._walked_once |= walked_once(body, self.program)
        self.forgotten |= forget_cards(body, self.program, self.rebound, self._without)

    def statements(self, statements: Sequence[ast.stmt], line: int = 0) -> None:
        """Write statements; with `line`, put an entry before the first one that draws."""
        for statement in statements:
            if line and self._wants_entry(statement):
                self.entry(line)
                line = 0
            self._statement(statement)

    def _wants_entry(self, statement: ast.stmt) -> bool:
        """True if a statement draws outside of loops that have their own entries."""
        if isinstance(statement, ast.For) and not self.draws(statement.iter):
            return self.draws(statement.orelse)
        if isinstance(statement, ast.While):
            return self.draws(statement.orelse)
        return self.draws(statement) and not isinstance(statement, ast.FunctionDef)

    def _statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, JUMPS):
            self._leaving(statement)
        elif isinstance(statement, ast.FunctionDef):
            return  # emitted at the top of the function
        elif len(parts := self._apart(statement)) > 1:
            self.statements(parts)
        elif self._is_unchanged(statement):
            self.put(statement)
        elif isinstance(statement, ast.If):
            self._if(statement)
        elif isinstance(statement, ast.While):
            self._while(statement)
        elif isinstance(statement, ast.For):
            self.for_loop(statement)
        else:
            self._simple(statement)

    def _apart(self, statement: ast.stmt) -> list[ast.stmt]:
        """`a, b = x, y` as two statements, if no value reads a name that is bound before it."""
        if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
            return [statement]
        target, value = statement.targets[0], statement.value
        if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
            return [statement]
        if any(isinstance(part, ast.Starred) for part in value.elts):
            return [statement]
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        alone = len({*names}) == len(target.elts) == len(value.elts)
        if not alone or loads(value) & {*self.program.inner} or {*names} & self.rebound:
            return [statement]
        if any(loads(part) & {*names[:k]} for k, part in enumerate(value.elts)):
            return [statement]
        return [
            ast.copy_location(ast.Assign([name], part), statement)
            for name, part in zip(target.elts, value.elts, strict=True)
        ]

    def _leaving(self, statement: ast.stmt) -> None:
        """Write a jump out of a loop or a function."""
        if isinstance(statement, ast.Return):
            value = self.hoisted(statement.value or ast.Constant(None))
            if self.frame.after is None:
                self.leave(value)
            else:
                self.put(assigned(self.frame.result, value))
                self.jump(self.frame.after)
        else:
            self.jump(self.frame.loops[-1][not isinstance(statement, ast.Break)])

    def _is_unchanged(self, statement: ast.stmt) -> bool:
        """True if a statement stays unchanged."""
        if isinstance(statement, ast.Try):
            return True
        if any(isinstance(n, LOOPS) and self.draws(n) for n in ast.walk(statement)):
            return False
        return not escapes(statement) and not self.has_hoistable(statement)

    def _if(self, statement: ast.If) -> None:
        test = self.hoisted(statement.test)
        yes, no, after = self.new(), self.new(), self.new()
        self.fork(test, yes, no)
        self.statements(statement.body)
        self.jump(after, no)
        self.statements(statement.orelse)
        self.jump(after, after)

    def _while(self, statement: ast.While) -> None:
        head, body, orelse, after = self.new(), self.new(), self.new(), self.new()
        self.jump(head, head)
        drawn = self.draws(statement.test)
        if drawn:
            self.entry(statement.lineno)
        self.fork(self.hoisted(statement.test), body, orelse)
        self.body(statement, head, after, 0 if drawn else statement.lineno)
        self.now = orelse
        self.statements(statement.orelse)
        self.jump(after, after)

    def _simple(self, statement: ast.stmt) -> None:
        """Write a simple statement, after the parts that must be computed before it."""
        new = copy.copy(statement)
        if isinstance(new, ast.Assign) and not any(map(self.has_hoistable, new.targets)):
            if into := self._built_in_place(new):
                self.unrolled(new.value, into)
                return
            new.value = self.hoisted(new.value)
        elif isinstance(new, ast.AugAssign) and isinstance(new.target, ast.Name):
            if new.target.id not in self.rebound:
                new.value = self.hoisted(new.value)
        elif isinstance(new, ast.Expr):
            new.value = self.hoisted(new.value)
        self.put(new)

    def _built_in_place(self, statement: ast.Assign) -> str:
        """The variable in which a list is built item by item; empty if that isn't possible."""
        [target, *more] = statement.targets
        if more or not isinstance(target, ast.Name) or target.id in loads(statement.value):
            return ""
        fits = isinstance(statement.value, ast.ListComp) and self.wants(statement.value)
        return target.id if fits else ""

    def for_loop(self, loop: ast.For) -> None:
        """Write a `for` loop."""
        self._deals_slowly = not (self.draws([*loop.body]) or self.draws(loop.target)) and not any(
            isinstance(n, ast.Return | ast.Break) for n in parts(loop.body)
        )
        steps, item = self._source(loop.iter, loop.target)
        head, orelse, after = self.new(), self.new(), self.new()
        self.jump(head, head)
        line = loop.lineno
        for test, step in steps:
            self.fork(test, self.new(), orelse)
            if line and self.draws(loop.iter):  # it may be a deck, so that its step draws
                self.entry(line)
                line = 0
            self.put(*step)
        self.put(ast.copy_location(ast.Assign([loop.target], item), loop))
        self.body(loop, head, after, line)
        self.now = orelse
        self.statements(loop.orelse)
        self.jump(after, after)

    def body(self, loop: ast.For | ast.While, head: Block, after: Block, line: int) -> None:
        """Write the body of a loop, and the jump back to its head."""
        self.frame.loops.append((after, head))
        self.statements(loop.body, line)
        self.frame.loops.pop()
        self.jump(head)

    def _source(self, along: ast.expr, target: ast.expr) -> Source:
        """The steps to the next item of a loop, for its `target` or a part of it, and the item.

        Writes what is computed before the loop.
        """
        if isinstance(along, ast.Call) and isinstance(along.func, ast.Name):
            name, args = along.func.id, [*along.args, *_start(along)]
            odd = any(isinstance(arg, ast.Starred) for arg in args)
            odd = odd or len(args) < len(along.args) + len(along.keywords)
            is_builtin = self.program.means_builtin(name) and not odd
            if is_builtin and name == "range" and len(args) < 3:
                return self._range(args, target)
            if name == DEAL and self._deals_slowly:
                return self._dealt(args, target)
            self._deals_slowly &= (
                is_builtin and name == "enumerate" and not any(map(self.draws, args[1:]))
            )
            if is_builtin and name == "enumerate" and args:
                return self._enumerate(args, target)
            if is_builtin and name == "zip" and args:
                return self._zip(args, target)
            if is_builtin and name == "reversed" and len(args) == 1:
                return self._reversed(args[0], target)
        return self._along(along, target)

    def _range(self, args: list[ast.expr], target: ast.expr) -> Source:
        low = args[0] if len(args) > 1 else ast.Constant(0)
        number = self.variable(_count(target), self._whole(self.hoisted(low)))
        high = self._whole(self.hoisted(args[-1]))
        end = high if isinstance(high, ast.Constant) else self.variable(_left(target), high)
        now = self.fresh(NOW)
        test = ast.Compare(number, [ast.Lt()], [end])
        return [(test, [assigned(now, number), _more(number)])], load(now)

    def _whole(self, value: ast.expr) -> ast.expr:
        is_whole = isinstance(value, ast.Constant) and type(value.value) is int
        return value if is_whole else called("_0index", value)

    def _enumerate(self, args: list[ast.expr], target: ast.expr) -> Source:
        counted, target = _part(target, 0), _part(target, 1)
        steps, item = self._source(args[0], target)
        first = self.hoisted(args[1]) if len(args) > 1 else ast.Constant(0)
        number, now = self.variable(_count(counted), self._whole(first)), self.fresh(NOW)
        steps[-1][1].extend((assigned(now, number), _more(number)))
        return steps, ast.Tuple([load(now), item], ast.Load())

    def _zip(self, args: list[ast.expr], target: ast.expr) -> Source:
        """As in Python, a later part is looked at after the step of an earlier one."""
        sources = [self._source(arg, _part(target, k)) for k, arg in enumerate(args)]
        steps = [step for steps, _ in sources for step in steps]
        return steps, ast.Tuple([item for _, item in sources], ast.Load())

    def _reversed(self, along: ast.expr, target: ast.expr) -> Source:
        """From the last item to the first; as in Python, it ends where the list is now shorter."""
        fresh = ast.Constant(False)
        value = called("_0loop_items", self.hoisted(along), ast.Constant(along.lineno), fresh)
        items, now = self.variable(_left(target), value), self.fresh(NOW)
        length = called("_0len", items)
        last = ast.BinOp(length, ast.Sub(), ast.Constant(1))
        index = self.variable(_left(target), last)
        test = ast.Compare(ast.Constant(0), [ast.LtE(), ast.Lt()], [index, length])
        step = assigned(now, ast.Subscript(items, index, ast.Load()))
        less = ast.AugAssign(ast.Name(index.id, ast.Store()), ast.Sub(), ast.Constant(1))
        return [(test, [step, less])], load(now)

    def _dealt(self, args: list[ast.expr], target: ast.expr) -> Source:
        """The next cards of a pile, one by one; nothing else is drawn before the last of them."""
        pile = args[0] if isinstance(args[0], ast.Name) else self.variable(_left(target), args[0])
        left = self.variable(_left(target), called("_0dealing", pile, *args[1:]))
        now = self.fresh(NOW)
        drawn = ast.Call(ast.Attribute(pile, "pop", ast.Load()), [], [])
        less = ast.AugAssign(ast.Name(left.id, ast.Store()), ast.Sub(), ast.Constant(1))
        test = ast.Compare(ast.Constant(0), [ast.Lt()], [left])
        return [(test, [assigned(now, drawn), less])], load(now)

    def _along(self, along: ast.expr, target: ast.expr) -> Source:
        fresh = ast.Constant(self._is_new(along))
        value = called("_0loop_items", self.hoisted(along), ast.Constant(along.lineno), fresh)
        left = _left(target)
        items, index, now = self.variable(left, value), self.fresh(left), self.fresh(NOW)
        self.put(assigned(index, ast.Constant(0)))
        names = [ast.Name(name, ast.Store()) for name in (now, items.id, index)]
        step = ast.Assign(
            [ast.Tuple([*names], ast.Store())], called("_0next_item", items, load(index))
        )
        length = called("_0len", items)
        return [(ast.Compare(load(index), [ast.Lt()], [length]), [step])], load(now)

    def _is_new(self, along: ast.expr) -> bool:
        """True if the expression makes a new value, which nothing else can change."""
        along = made(along)
        if isinstance(along, ast.Name):
            return along.id in self._walked_once
        if isinstance(along, ast.Subscript):
            return isinstance(along.slice, ast.Slice)
        if not isinstance(along, ast.Call):
            return isinstance(along, NEW)
        if isinstance(along.func, ast.Name):
            return along.func.id == DEAL or (
                along.func.id in MAKERS and self.program.means_builtin(along.func.id)
            )
        return method_of((self.program.draw,), along) in DEALERS


def _part(target: ast.expr, index: int) -> ast.expr:
    """A part of a loop's target; the target itself if it has no such part."""
    is_tuple = isinstance(target, ast.Tuple) and index < len(target.elts)
    return target.elts[index] if is_tuple else target  # type: ignore[attr-defined]


def _count(target: ast.expr) -> str:
    """The stem of the name of a loop's count: the user's variable, if it has one."""
    name = target.id if isinstance(target, ast.Name) else ""
    if name.startswith("_0"):  # it was renamed
        name = re.sub(r"^_0|\d+$", "", name)
    return name if name.strip("_") else LEFT


def _left(target: ast.expr) -> str:
    """The stem of the name of what a loop has yet to go along, with the user's variable."""
    names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
    return "_".join([LEFT, *names[:1]])


def _start(call: ast.Call) -> list[ast.expr]:
    """The start of `enumerate(x, start=1)`."""
    named = [keyword.arg for keyword in call.keywords] == ["start"] and len(call.args) == 1
    return [call.keywords[0].value] if named else []


def _more(name: ast.Name) -> ast.stmt:
    return ast.AugAssign(ast.Name(name.id, ast.Store()), ast.Add(), ast.Constant(1))


def escapes(statement: ast.stmt) -> bool:
    """True if a jump may leave the statement.

    >>> escapes(ast.parse("for x in y: break").body[0])
    False
    >>> escapes(ast.parse("if x: break").body[0])
    True
    """
    if isinstance(statement, JUMPS):
        return True
    if isinstance(statement, ast.FunctionDef):
        return False
    inside = [part for name in ("body", "orelse") for part in getattr(statement, name, ())]
    inside += [part for handler in getattr(statement, "handlers", ()) for part in handler.body]
    if not isinstance(statement, LOOPS):
        return any(map(escapes, inside))
    returns = any(isinstance(n, ast.Return) for part in inside for n in ast.walk(part))
    return returns or any(map(escapes, statement.orelse))

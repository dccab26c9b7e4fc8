"""Lowers expressions: the parts in which a play must be resumed become statements of their own.

`Writing` writes blocks, jumps and new variables. `Expressions` hoists parts of an expression out of
it: calls of helpers, and comprehensions that draw, which become loops. Values that Python evaluates
before such a part are assigned to variables first, so the order of evaluation does not change. A
part that can't be hoisted (inside a lambda or a chained comparison) stays, without an entry inside.

`Inlining` inlines helpers that draw in a loop, so that entries can be inside them. Parameters
become new variables, but a variable that is passed unchanged keeps its name, so that a list does
not get a second name. A helper is called, not inlined, if it names an outside value and the
function has a variable of that name.
"""

from __future__ import annotations

import ast
import copy
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sweepstake.game.reading.decisions import is_choice, seen
from sweepstake.game.reading.flow import Block, Fork, Jump, Leave
from sweepstake.game.reading.program import (
    COMPREHENSIONS,
    Program,
    Renamed,
    assigned,
    bound,
    called,
    load,
    loads,
    rebound,
)
from sweepstake.game.rewriting.alike import is_reading


@dataclass
class Frame:
    """The targets of jumps in the function that is being written: the game's, or an inlined one."""

    name: str
    loops: list[tuple[Block, Block]] = field(default_factory=list)
    """For each loop, the block after it, and the block at which it continues."""
    result: str = ""
    after: Block | None = None
    """For an inlined function: the variable of its result, and the block after the call."""


class Writing:
    """Writes the blocks of a program one after the other; `now` is the current block."""

    def __init__(self, program: Program) -> None:
        self.blocks: dict[int, Block] = {}
        self.now = self.new()
        self._fresh_names = 0
        self.program = program
        self.frames = [Frame(program.main.tree.name)]
        self.rebound = rebound(program.main.tree)
        """Names that may be bound while an expression is evaluated."""

    @property
    def frame(self) -> Frame:
        """The frame of the function that is being written."""
        return self.frames[-1]

    def draws(self, node: ast.AST | list[ast.stmt]) -> bool:
        """True if something may be drawn here."""
        return self.program.draws(node, self.program.draw)

    def variable(self, stem: str, value: ast.expr) -> ast.Name:
        """A new variable, assigned a value; `stem` begins its name."""
        name = self.fresh(stem)
        self.put(assigned(name, value))
        return load(name)

    def new(self) -> Block:
        """A new block, without predecessors."""
        block = Block(len(self.blocks))
        self.blocks[block.number] = block
        return block

    def fresh(self, stem: str) -> str:
        """A new name that the user's function does not have."""
        self._fresh_names += 1
        return f"_0{stem}{self._fresh_names}"

    def put(self, *statements: ast.stmt) -> None:
        """Append statements to the current block."""
        self.now.body += statements

    def jump(self, to: Block, on: Block | None = None) -> None:
        """End the block with a jump, and go on writing at `on`, by default an unreachable block."""
        self.now.end = Jump(to.number)
        self.now = on or self.new()

    def fork(self, test: ast.expr, yes: Block, no: Block) -> None:
        """End the block with a jump that depends on `test`, and go on writing at `yes`."""
        always = isinstance(test, ast.Constant) and bool(test.value)
        self.now.end = Jump(yes.number) if always else Fork(test, yes.number, no.number)
        self.now = yes

    def leave(self, value: ast.expr) -> None:
        """End the block, and the play, with an outcome."""
        self.now.end = Leave(value)
        self.now = self.new()

    def begin(self, name: str) -> None:
        """Write what follows as the body of a function that is called here."""
        self.frames.append(Frame(name, result=self.fresh("result"), after=self.new()))

    def returned(self, last: ast.expr) -> ast.expr:
        """End that function, where its result is `last`, and return the variable of its result."""
        frame = self.frames.pop()
        assert frame.after is not None
        self.put(assigned(frame.result, last))
        self.jump(frame.after, frame.after)
        return load(frame.result)

    def entry(self, line: int) -> None:
        """Make an entry here, at which a play can be resumed."""
        if self.now.is_entry and not self.now.body:
            return
        here = self.new()
        self.jump(here, here)
        self.now.is_entry, self.now.line = True, line


FOLDED = ("sum", "any", "all")
CONSUMERS = ("list", "tuple", "sorted", "max", "min", "set", "frozenset")
"""Builtins that consume a whole generator and then return."""
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
OPEN = (
    *(ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Tuple, ast.List),
    *(ast.Set, ast.Subscript, ast.Attribute),
)
"""Expressions whose parts can be evaluated before them, in the order of their fields."""


class Expressions(Writing):
    """Writes the parts of an expression that must be computed before it."""

    @abstractmethod
    def statements(self, statements: Sequence[ast.stmt], line: int = 0) -> None:
        """Write statements; with `line`, put an entry before the first one that draws."""

    @abstractmethod
    def prepare(self, body: list[ast.stmt]) -> None:
        """Rewrite the cards of a function's body, before it is lowered."""

    @abstractmethod
    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if the call is to be inlined."""

    @abstractmethod
    def inlined(self, call: ast.Call) -> ast.expr:
        """Write the body of a helper, and return the variable of its result."""

    def hoisted(self, expression: ast.expr) -> ast.expr:
        """Write the parts that must be computed first, and return the rest of the expression."""
        if not self.wants(expression):
            return expression
        if self.is_choice(expression):
            return self.chosen(expression)
        if self.is_drawing(expression):
            return self.unrolled(expression)
        if isinstance(expression, ast.Call) and self.helper_of(expression):
            return self.inlined(expression)
        if isinstance(expression, ast.BoolOp):
            return self._either(expression)
        if isinstance(expression, ast.IfExp):
            return self._conditional(expression)
        return self._parts_first(expression)

    def has_hoistable(self, node: ast.AST) -> bool:
        """True if a statement or a target contains a part that may be hoisted."""
        return any(
            self.is_drawing(part) or self._is_helper(part) or self.is_choice(part)
            for part in ast.walk(node)
        )

    def wants(self, expression: ast.expr) -> bool:
        """True if there are parts to hoist, and all of them can be hoisted."""
        parts = list(self._hoistable(expression))
        return bool(parts) and None not in parts

    def _hoistable(self, node: ast.AST) -> Iterator[ast.AST | None]:
        """The parts to hoist; None for a part that can't be hoisted."""
        if self.is_choice(node):
            yield node
            return
        if self.is_drawing(node):
            yield node if self.can_unroll(node) else None
            return
        if self._is_helper(node):
            yield node
        if isinstance(node, OPEN):
            parts = [part for parent, k in _operands(node) for part in self._hoistable(parent[k])]
            is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
            yield from [None] if parts and is_chain else parts
        elif self.has_hoistable(node):
            yield None

    def _is_helper(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.helper_of(node) is not None

    def _parts_first(self, expression: ast.expr) -> ast.expr:
        """Evaluate the parts in their order, up to the last one that is hoisted."""
        operands = list(_operands(expression))
        last = max(n for n, (parent, k) in enumerate(operands) if self.wants(parent[k]))
        for n, (parent, k) in enumerate(operands[: last + 1]):
            part = self.hoisted(parent[k])
            parent[k] = part if n == last else self._early(part, k == "func")
        return expression

    def _early(self, part: ast.expr, is_called: bool) -> ast.expr:
        """A variable for a part that is evaluated early; the part itself, if nothing changes it."""
        if isinstance(part, ast.Constant):
            return part
        if isinstance(part, ast.Name) and part.id not in self.rebound:
            return part
        if is_called and isinstance(part, ast.Attribute):  # so that no bound method is stored
            return ast.copy_location(
                ast.Attribute(self._early(part.value, False), part.attr, ast.Load()), part
            )
        return self.variable("early", part)

    def _either(self, expression: ast.BoolOp) -> ast.expr:
        """`and` and `or`: evaluate the next value only if the previous one does not decide."""
        name, after = self.fresh("either"), self.new()
        for k, value in enumerate(expression.values):
            self.put(assigned(name, self.hoisted(value)))
            if k + 1 < len(expression.values):
                more = self.new()
                if isinstance(expression.op, ast.And):
                    self.fork(load(name), more, after)
                else:
                    self.fork(ast.UnaryOp(ast.Not(), load(name)), more, after)
        self.jump(after, after)
        return load(name)

    def _conditional(self, expression: ast.IfExp) -> ast.expr:
        name, yes, no, after = self.fresh("chosen"), self.new(), self.new(), self.new()
        self.fork(self.hoisted(expression.test), yes, no)
        self.put(assigned(name, self.hoisted(expression.body)))
        self.jump(after, no)
        self.put(assigned(name, self.hoisted(expression.orelse)))
        self.jump(after, after)
        return load(name)

    def is_choice(self, node: ast.AST) -> bool:
        """True if the player takes an option here."""
        return is_choice(node, self.program.draw)

    def chosen(self, call: Any) -> ast.expr:
        """Make an entry right before a choice, and return the variable with the option taken.

        The call itself reads what the player sees, so the state at the entry has it.
        """
        seen(call)
        self.entry(call.lineno)
        self.now.chooses = True
        return self.variable("chosen", call)

    def is_drawing(self, node: ast.AST) -> bool:
        """True if it is a comprehension that draws, or a call of a builtin with one."""
        inside = isinstance(node, COMPREHENSIONS) and self.draws(node)
        return inside or self._generator(node) is not None

    def can_unroll(self, node: ast.AST) -> bool:
        """True if it can be written as a loop."""
        inside = self._generator(node) or node
        if isinstance(node, ast.GeneratorExp) or not isinstance(inside, COMPREHENSIONS):
            return False
        odd = (ast.NamedExpr, ast.Lambda, ast.Await)
        return not any(
            (isinstance(n, odd) and not is_reading(n)) or getattr(n, "is_async", 0)
            for n in ast.walk(inside)
        )

    def _generator(self, node: ast.AST) -> ast.GeneratorExp | ast.ListComp | None:
        """The comprehension that a builtin is called with, if it draws."""
        match node:
            case ast.Call(
                func=ast.Name(id=name), args=[ast.GeneratorExp() | ast.ListComp() as inside]
            ):
                alone = not node.keywords and name in FOLDED
                taken = isinstance(inside, ast.GeneratorExp) and name in CONSUMERS
                taken = taken and not any(map(self.draws, node.keywords))
                if (alone or taken) and self.draws(inside) and self.program.means_builtin(name):
                    return inside
        return None

    def unrolled(self, node: ast.expr, into: str = "") -> ast.expr:
        """Write the loop, and return its result; a list may be built in the variable `into`."""
        inside = self._generator(node)
        if inside is None:
            return self._collected(node, into)
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "sum":
            return self._summed(inside)
        if name in FOLDED and isinstance(inside, ast.GeneratorExp):
            return self._decided(inside, name == "any")
        new = copy.copy(node)
        new.args = [self._collected(inside, "")]
        return new

    def _collected(self, node: ast.expr, into: str) -> ast.expr:
        """Build a list, a set or a dict, item by item."""
        name = into or self.fresh("items")
        assert isinstance(node, COMPREHENSIONS)
        if isinstance(node, ast.DictComp):
            self.put(assigned(name, ast.Dict([], [])))
            method, values = "__setitem__", [node.key, node.value]
        elif isinstance(node, ast.SetComp):
            self.put(assigned(name, called("_0set")))
            method, values = "add", [node.elt]
        else:
            self.put(assigned(name, ast.List([], ast.Load())))
            method, values = "append", [node.elt]
        put = ast.Call(ast.Attribute(load(name), method, ast.Load()), values, [])
        self._loops(node, ast.Expr(put))
        return load(name)

    def _summed(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        name = self.fresh("sum")
        self.put(assigned(name, ast.Constant(0)))
        more = called("_0added", load(name), node.elt, ast.Constant(node.lineno))
        self._loops(node, assigned(name, more))
        return load(name)

    def _decided(self, node: ast.GeneratorExp, by: bool) -> ast.expr:
        """`any` and `all`: the first item that is true, or false, decides."""
        test = node.elt if by else ast.UnaryOp(ast.Not(), node.elt)
        self.begin(self.frame.name)
        self._loops(node, ast.If(test, [ast.Return(ast.Constant(by))], []))
        return self.returned(ast.Constant(not by))

    def _loops(self, node: Comprehension, last: ast.stmt) -> None:
        """Write the nested loops of a comprehension around a statement."""
        names = bound(generator.target for generator in node.generators)
        renamed = Renamed({name: self.fresh(name) for name in names})
        first = copy.deepcopy(node.generators[0].iter)
        body = copy.deepcopy(ast.copy_location(last, node))
        for generator in reversed(copy.deepcopy(node.generators)):
            for test in reversed(generator.ifs):
                body = ast.copy_location(ast.If(test, [body], []), test)
            loop = ast.For(generator.target, generator.iter, [body], [])
            body = ast.copy_location(loop, generator.target)
        whole = renamed.visit(body)
        whole.iter = first
        self.statements([ast.fix_missing_locations(whole)])


def _operands(node: ast.AST) -> Iterator[tuple[Any, Any]]:
    """Where the parts of an expression are, in the order of their evaluation.

    Each part is `parent[k]`: an item of a list, or a field of a node.
    """
    for name, value in ast.iter_fields(node) if isinstance(node, OPEN) else ():
        if isinstance(value, ast.expr):
            yield vars(node), name
        for k, part in enumerate(value if isinstance(value, list) else ()):
            if isinstance(part, ast.keyword):
                yield vars(part), "value"
            elif isinstance(part, ast.expr):
                yield value, k


MAX_DEPTH = 20
ODD = (
    *(ast.Try, ast.Match, ast.With, ast.Lambda, ast.Yield, ast.YieldFrom, ast.NamedExpr),
    *(ast.FunctionDef, ast.ClassDef, ast.Global, ast.Import, ast.ImportFrom),
)
"""A helper that contains one of these is called, not inlined."""


class Inlining(Expressions):
    """Inlines calls of helpers."""

    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if the call is to be inlined."""
        if not isinstance(node.func, ast.Name) or len(self.frames) > MAX_DEPTH:
            return None
        name = node.func.id
        if any(frame.name == name for frame in self.frames):
            self.program.recursive = name
            return None
        helper = self.program.helper(name)
        tree = self.program.inner.get(name) or (helper.tree if helper else None)
        if tree is None or not self._fits(tree):
            return None
        given = _given(tree, node)
        draw = "" if given is None else self._draw_of(given, tree)
        return tree if draw and self.program.loops(tree, draw) else None

    def _is_inner(self, tree: ast.FunctionDef) -> bool:
        return tree is self.program.inner.get(tree.name)

    def _draw_of(self, given: dict[str, ast.expr], tree: ast.FunctionDef) -> str:
        """The name of draw in a helper; empty if it has none."""
        for name, value in given.items():
            if isinstance(value, ast.Name) and value.id == self.program.draw:
                return name
        return self.program.draw if self._is_inner(tree) else ""

    def _fits(self, tree: ast.FunctionDef) -> bool:
        """True if a helper has a form that can be inlined."""
        if not self._is_inner(tree):
            outside = loads(tree.body) - self._locals(tree)
            if outside & self.program.main.locals:
                return False  # it names an outside value, and the function has such a variable
        return not any(isinstance(n, ODD) for part in tree.body for n in ast.walk(part))

    def inlined(self, call: ast.Call) -> ast.expr:
        """Write the body of a helper, and return the variable of its result."""
        tree = self.helper_of(call)
        assert tree is not None
        names = {name: self.fresh(name) for name in sorted(self._locals(tree))}
        self._bind(call, tree, names)
        body = [Renamed(names).visit(statement) for statement in copy.deepcopy(tree.body)]
        body = [statement for statement in body if not isinstance(statement, ast.Nonlocal)]
        self.begin(tree.name)
        self.prepare(body)
        self.statements(body)
        return self.returned(ast.Constant(None))

    def _locals(self, tree: ast.FunctionDef) -> set[str]:
        """The helper's own variables: its parameters, and the names that it binds."""
        shared = {name for n in ast.walk(tree) if isinstance(n, ast.Nonlocal) for name in n.names}
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        stored = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        return ({arg.arg for arg in tree.args.args} | stored) - shared

    def _bind(self, call: ast.Call, tree: ast.FunctionDef, names: dict[str, str]) -> None:
        """Assign the arguments to the parameters; a variable that is passed on keeps its name."""
        stored = bound(tree.body)
        for name, value in (_given(tree, call) or {}).items():
            handed = value.id if isinstance(value, ast.Name) else ""
            if handed and name not in stored and handed not in self.rebound:
                names[name] = handed
            else:
                self.put(assigned(names[name], self.hoisted(value)))


def _given(tree: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments of a call by parameter; None if the call or the helper has another form."""
    args = tree.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or tree.decorator_list:
        return None
    if call.keywords or any(isinstance(arg, ast.Starred) for arg in call.args):
        return None
    missing = len(args.args) - len(call.args)
    is_plain = all(isinstance(default, ast.Constant) for default in args.defaults)
    if not (0 <= missing <= len(args.defaults) and is_plain):
        return None
    values = [*call.args, *args.defaults[len(args.defaults) - missing :]]
    return {arg.arg: value for arg, value in zip(args.args, values, strict=True)}

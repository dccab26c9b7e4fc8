"""Two ways to need fewer states, found by how variables are used: running totals and multisets.

A running total is set to a whole number at most once in a play, then only added to, and only
returned. The rest of a play does not depend on it, so it is left out of the state; each step stores
what it adds. A column of the outcome may be a total, or a total plus or minus something; nothing
else reads a total.

A multiset is a list whose order is never used, so states that differ only in that order are the
same. It is bound to a new list, appended to, removed from, counted, summed, sorted, tested for a
member, or drawn from by `among`. A list with any other use is not a multiset: a second name for it,
`key=`, an index, a loop over it, or an inner function that reads it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sweepstake.game.reading.flow import Block, Flow, Fork, Leave
from sweepstake.game.reading.program import SCOPES, called, loads, method_of, parts

HARMLESS = (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)
"""Expressions that consist only of these nodes can be left out: they only compute a number."""
METHODS = ("append", "remove", "count", "extend", "clear")
"""Methods of lists that hide the order."""
COUNTING = ("len", "sum", "max", "min", "sorted", "any", "all", "set", "frozenset")
"""Builtins whose result does not depend on the order."""
MAKING = ("list", "sorted")
"""Builtins that return a new list."""
Ends = dict[int, list[ast.expr]]
"""For each block that ends a play, the expressions of the outcome's columns."""
Builtin = Callable[[str], bool]
"""True for the name of a builtin that nothing hides."""


class NoTotalError(Exception):
    """A variable was taken for what it isn't: a running total that gets a value that is no whole
    number, or a pile of which no card is read twice. `names` has the variables that may be meant.
    """

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__("a variable was taken for what it isn't")
        self.names = frozenset(names)


def start(value: object, name: str) -> object:
    """The value with which a running total begins; NoTotalError unless it is a whole number."""
    if type(value) is not int:
        raise NoTotalError([name])
    return value


@dataclass(frozen=True)
class Totals:
    """The running totals of a function."""

    names: tuple[str, ...]
    unused: tuple[str, ...]
    """Totals that no used column adds."""
    sites: dict[int, tuple[int, ...]]
    """For each block that ends a play, the index of the total that each column adds, or -1."""
    growing: frozenset[str] = frozenset()
    """Totals that never shrink: only truth values and numbers of 0 or more are added."""


def masked(flow: Flow, width: int, used: tuple[int, ...]) -> None:
    """Make ends of plays return None in columns that aren't used, if these can be left out.

    A variable that is only returned there is then no longer live.
    """
    for number, expressions in _ends(flow, width).items() if width > 1 else ():
        end = flow.blocks[number].end
        if isinstance(end, Leave) and expressions:
            columns = [
                part if column in used or not _is_harmless(part) else ast.Constant(None)
                for column, part in enumerate(expressions)
            ]
            end.value = ast.copy_location(ast.Tuple(columns, ast.Load()), end.value)


def totals(
    flow: Flow,
    inner: Iterable[ast.AST],
    width: int,
    sure: Mapping[int, set[str]],
    without: frozenset[str] = frozenset(),
) -> Totals:
    """The running totals of a function whose outcome has `width` columns.

    `sure` has the names that are surely bound at the beginning of each block. A total that may
    begin with any value is checked when it begins, by a call of `start`, which is put in here.
    """
    ends, added = _ends(flow, width), [*_summed(flow)]
    begun = _begun(flow, sure, {node.id for node in added})
    allowed = {*map(id, [*begun, *added, *_returned(ends)])}
    nodes = [node for node in parts(flow.nodes()) if isinstance(node, ast.Name)]
    used = {node.id for node in nodes if id(node) not in allowed} | hidden_names(flow, inner)
    names = sorted({node.id for node in begun} - used - without)
    names = _one_a_column(names, ends)
    for node, statement in begun.items():
        if node.id in names and not _is_whole(statement.value):
            statement.value = called("_0start", statement.value, ast.Constant(node.id))
    returned = {name for expressions in ends.values() for name in loads(expressions)}
    unused = [name for name in names if name not in returned]
    names = [name for name in names if name in returned]
    sites = {
        number: tuple(_site(expression, names) for expression in expressions)
        for number, expressions in ends.items()
    }
    growing = frozenset(name for name in names if _grows(flow, name))
    return Totals(tuple(names), tuple(unused), sites if names else {}, growing)


def hidden_names(flow: Flow, inner: Iterable[ast.AST]) -> set[str]:
    """Names that inner functions read, or bind by `nonlocal`."""
    scopes = [n for n in [*inner, *parts(flow.nodes())] if isinstance(n, SCOPES)]
    return loads(scopes)


def _ends(flow: Flow, width: int) -> Ends:
    """The columns' expressions where a play ends; empty if the `return` has no tuple of them."""
    ends: Ends = {}
    for number, block in flow.blocks.items():
        if isinstance(block.end, Leave):
            value = block.end.value
            columns = value.elts if width > 1 and isinstance(value, ast.Tuple) else [value]
            odd = any(isinstance(part, ast.Starred) for part in columns)
            ends[number] = [] if odd or len(columns) != width else columns
    return ends


def _is_harmless(part: ast.expr) -> bool:
    return all(isinstance(node, HARMLESS) for node in ast.walk(part))


def _begun(flow: Flow, sure: Mapping[int, set[str]], added: set[str]) -> dict[ast.Name, ast.Assign]:
    """The nodes where variables are set before anything else happens to them, once in a play.

    They are set to a literal whole number, or to any value if they are in `added`.
    """
    settings = dict[str, list[tuple[ast.Name, ast.Assign, Block, int]]]()
    for block in flow.blocks.values():
        for index, statement in enumerate(block.body):
            for target in statement.targets if isinstance(statement, ast.Assign) else ():
                assert isinstance(statement, ast.Assign)
                if isinstance(target, ast.Name) and not term(statement.value, target.id):
                    settings.setdefault(target.id, []).append((target, statement, block, index))
    begun = dict[ast.Name, ast.Assign]()
    for name, [(node, statement, block, index), *more] in settings.items():
        fits = _is_whole(statement.value) or name in added
        if fits and not more and _is_first(flow, sure, name, block, index):
            begun[node] = statement
    return begun


def _is_whole(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and type(value.value) is int


def _is_first(
    flow: Flow, sure: Mapping[int, set[str]], name: str, block: Block, index: int
) -> bool:
    """True if a variable is set at most once in a play, and neither read nor added to before it."""
    before = _before(flow, block)
    if block.number in before or any(map(_names(name), block.body[:index])):
        return False
    others = [other for other in flow.blocks.values() if any(map(_names(name), other.nodes()))]
    return all(
        other is block or (other.number not in before and name in sure[other.number])
        for other in others
    )


def _names(name: str) -> Callable[[ast.AST], bool]:
    """Tells whether a variable occurs in a piece of syntax."""
    return lambda node: any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _before(flow: Flow, block: Block) -> set[int]:
    """The blocks from which a block can be reached."""
    before, todo = set[int](), [block.number]
    while todo:
        number = todo.pop()
        new = [
            other.number
            for other in flow.blocks.values()
            if number in other.nexts and other.number not in before
        ]
        before |= {*new}
        todo += new
    return before


def _summed(flow: Flow) -> Iterator[ast.Name]:
    """The nodes of a variable to which something is added that does not depend on it."""
    for node in parts(flow.nodes()):
        match node:
            case ast.AugAssign(target=ast.Name(id=name) as target, op=ast.Add() | ast.Sub()):
                if name not in loads(node.value):
                    yield target
            case ast.Assign(targets=[ast.Name(id=name) as target]):
                if summand := term(node.value, name):
                    yield from (target, summand)


def _grows(flow: Flow, name: str) -> bool:
    """True if it is plain that nothing below 0 is added to a total."""
    for node in parts(flow.nodes()):
        match node:
            case ast.AugAssign(target=ast.Name(id=total), op=op, value=more) if total == name:
                if not (isinstance(op, ast.Add) and _is_gain(more)):
                    return False
            case ast.Assign(targets=[ast.Name(id=total)], value=value) if total == name:
                if term(value, name) and not _adds_gain(value, name):
                    return False
    return True


def _adds_gain(value: ast.expr, name: str) -> bool:
    match value:
        case ast.BinOp(left=ast.Name(id=total), op=ast.Add(), right=more) if total == name:
            return _is_gain(more)
    return False


def _is_gain(more: ast.expr) -> bool:
    """True for a truth value, and for a number of 0 or more."""
    match more:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Constant(value=int(number)):
            return number >= 0
    return False


def _returned(ends: Ends) -> Iterable[ast.Name]:
    """The nodes of a variable in columns that are the variable, plus or minus something."""
    for expression in (part for expressions in ends.values() for part in expressions):
        for name in loads(expression):
            if summand := term(expression, name):
                yield summand


def term(value: ast.expr, name: str) -> ast.Name | None:
    """The node of the variable if `value` is that, plus or minus terms that do not read it.

    >>> [bool(term(ast.parse(e).body[0].value, "t")) for e in ("t", "t - 1", "2 + t", "1 - t")]
    [True, True, True, False]
    """
    match value:
        case ast.Name(id=variable) if variable == name:
            return value
        case ast.BinOp(op=ast.Add() | ast.Sub()) if name not in loads(value.right):
            return term(value.left, name)
        case ast.BinOp(op=ast.Add()) if name not in loads(value.left):
            return term(value.right, name)
    return None


def _one_a_column(names: list[str], ends: Ends) -> list[str]:
    """The totals that share no column with another one: a column always adds the same total."""
    by_column: dict[int, set[str]] = {}
    for expressions in ends.values():
        for column, expression in enumerate(expressions):
            by_column.setdefault(column, set()).update(loads(expression) & {*names})
    shared = {name for together in by_column.values() if len(together) > 1 for name in together}
    return [name for name in names if name not in shared]


def _site(expression: ast.expr, names: list[str]) -> int:
    return next((k for k, name in enumerate(names) if term(expression, name)), -1)


@dataclass(frozen=True)
class Uses:
    """Classifies uses of variables by the AST nodes around them."""

    parents: dict[ast.AST, ast.AST]
    tests: frozenset[int]
    """The ids of the expressions that forks test."""
    draw: str
    is_builtin: Builtin

    def hides_order(self, node: ast.Name) -> bool:
        """True if a use of a variable does not show the order of its list."""
        parent = self.parents.get(node)
        if parent is None:
            return id(node) in self.tests
        if isinstance(node.ctx, ast.Store):
            return self._binds(node, parent)
        if isinstance(parent, ast.Attribute):
            call = self.parents.get(parent)
            return parent.attr in METHODS and isinstance(call, ast.Call) and call.func is parent
        if isinstance(parent, ast.Call):
            return self._counts(node, parent)
        if isinstance(parent, ast.Compare):
            ops = all(isinstance(op, ast.In | ast.NotIn) for op in parent.ops)
            return ops and parent.comparators == [node]
        if isinstance(parent, ast.BinOp):
            return self._extends(node, parent)
        truth = isinstance(parent, ast.While | ast.If) and parent.test is node
        return truth or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))

    def _binds(self, node: ast.Name, parent: ast.AST) -> bool:
        """True if the variable is bound to a new list, or the list is extended."""
        if isinstance(parent, ast.AugAssign):
            return isinstance(parent.op, ast.Add)
        if not isinstance(parent, ast.Assign) or parent.targets != [node]:
            return False
        value = parent.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            return value.func.id in MAKING and self.is_builtin(value.func.id)
        return isinstance(value, ast.List | ast.ListComp) or (
            isinstance(value, ast.BinOp) and self._extends(value.left, value)
        )

    def _counts(self, node: ast.Name, call: ast.Call) -> bool:
        """True if it is the argument of a function that ignores the order."""
        if call.args != [node] or call.keywords:
            return False
        if isinstance(call.func, ast.Name):
            return call.func.id in COUNTING and self.is_builtin(call.func.id)
        return method_of((self.draw,), call) == "among"

    def _extends(self, node: ast.expr, sum_: ast.BinOp) -> bool:
        """True if it is the left operand in `x = x + y`."""
        if not isinstance(sum_.op, ast.Add) or sum_.left is not node:
            return False
        match node, self.parents.get(sum_):
            case ast.Name(id=name), ast.Assign(targets=[ast.Name(id=target)]):
                return name == target
        return False


def multisets(
    flow: Flow, inner: Iterable[ast.AST], draw: str, is_builtin: Builtin
) -> frozenset[str]:
    """The variables that are multisets."""
    nodes = list(parts(flow.nodes()))
    pairs = [(child, node) for node in nodes for child in ast.iter_child_nodes(node)]
    parents = dict(pairs)
    places = Counter(id(child) for child, _ in pairs) + Counter(map(id, flow.nodes()))
    ends = [block.end for block in flow.blocks.values()]
    tests = frozenset(id(end.test) for end in ends if isinstance(end, Fork))
    uses = Uses(parents, tests, draw, is_builtin)
    names = [node for node in nodes if isinstance(node, ast.Name)]
    ordered = {n.id for n in names if places[id(n)] > 1 or not uses.hides_order(n)}
    return frozenset({node.id for node in names} - ordered - hidden_names(flow, inner))

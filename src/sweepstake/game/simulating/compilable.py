"""The checks of a function before it is compiled, and flags for variables that may have no value.

`check` refuses, with its line, what compiled plays can't do, or would do differently from Python.

A variable that is read before it has a value raises an error in Python, but numba would read
arbitrary memory. So each variable that may be unset gets a flag, which is tested at each use.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable
from functools import partial

from sweepstake.game.reading.flow import facts
from sweepstake.game.reading.program import (
    Function,
    RefusedError,
    assigned,
    bound,
    called,
    load,
    method_of,
)

REFUSED = {
    ast.Try: "`try` isn't compiled; test with `if`",
    ast.With: "`with` isn't compiled",
    ast.Match: "`match` isn't compiled; write `if` and `elif`",
    ast.Nonlocal: "`nonlocal` isn't compiled; return the value",
    ast.NamedExpr: "`:=` isn't compiled; assign in a line of its own",
    ast.Starred: "`*` isn't compiled; take items by their places",
    ast.JoinedStr: "texts aren't put together in compiled plays",
    ast.Yield: "`yield` isn't compiled; append to a list",
    ast.SetComp: "comprehensions of sets aren't compiled; add in a loop",
    ast.Dict: "dicts aren't compiled; use lists",
    ast.DictComp: "dicts aren't compiled; use lists",
    ast.ClassDef: "classes aren't compiled; use lists",
    ast.Lambda: "`lambda` isn't compiled; write a loop",
    ast.Global: "`global` isn't compiled",
    ast.Import: "`import` inside isn't compiled",
    ast.ImportFrom: "`import` inside isn't compiled",
}
UNORDERED = ("add", "discard", "remove", "clear")
"""Methods of sets that do not show an order."""
SEES = "sees"
"""The argument of `draw.choose` that names what a player sees."""
OF_SETS = ("len", "sorted", "bool")
OF_CARDS = ("pop", "index", "count")
"""Methods of shuffled cards, which are a list in compiled plays."""
TAKING = ("len", "list", "tuple", "sorted", "sum", "min", "max", "any", "all", "enumerate", "zip")
"""Functions that read items of a list, and don't store the list."""
Parents = dict[ast.AST, ast.AST]


def check(tree: ast.FunctionDef, draws: frozenset[str]) -> None:
    """RefusedError for the first thing in a function that can't be compiled."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    sets = assigned_by(tree, _is_set)
    methods = partial(method_of, draws)
    cards = assigned_by(tree, lambda node: methods(node) == "shuffled")
    for node in ast.walk(tree):
        if why := REFUSED.get(type(node)):
            raise RefusedError(node, why)
        if isinstance(node, ast.FunctionDef) and node is not tree:
            raise RefusedError(node, f"{node.name} stands inside; write it outside of the function")
        if isinstance(node, ast.Name):
            _check_name(node, parents, sets, draws)
        elif _is_set(node) and not _is_named(node, parents):
            raise RefusedError(
                node, "a set without a name isn't compiled; assign it to a variable first"
            )
        if _is_counts(node, parents) and not _only_counted(node, parents):
            raise RefusedError(
                node, "only items of deck.counts are compiled, and its sum or length"
            )
        is_cards = methods(node) == "shuffled" or getattr(node, "id", "") in cards
        if is_cards and not _only_reads(node, parents):
            raise RefusedError(node, "shuffled cards are no list; say list(...) where you shuffle")


def check_lists(tree: ast.FunctionDef, names: Container[str]) -> None:
    """RefusedError if a list from outside, or a given tuple, is used as a whole.

    In compiled plays, lists from outside are tuples, and given tuples are lists, so comparing a
    whole one would give another result than in Python.
    """
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names and not _is_taken(node, parents):
            raise RefusedError(
                node, f"only items of {node.id} are compiled, and it is used as a whole"
            )


def _is_taken(node: ast.AST, parents: Parents) -> bool:
    match parents[node]:
        case ast.Subscript(slice=ast.Slice()) as part:
            return _is_taken(part, parents)
        case ast.Subscript() | ast.Call():
            return True
        case ast.Compare() | ast.For() | ast.comprehension():
            return _only_reads(node, parents)
        case ast.Attribute(attr=name):
            return name in ("index", "count")
    return False


def assigned_by(tree: ast.AST, test: Callable[[ast.AST], bool]) -> set[str]:
    """The variables that are assigned a value that passes `test`."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for whole in node.targets
        for target, value in _pairs(whole, node.value)
        if isinstance(target, ast.Name) and test(value)
    }


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [*zip(target.elts, value.elts, strict=False)]
    return [(target, value)]


def _check_name(node: ast.Name, parents: Parents, sets: set[str], draws: frozenset[str]) -> None:
    parent = parents[node]
    if node.id in draws and not isinstance(parent, ast.Attribute | ast.Call | ast.keyword):
        raise RefusedError(node, f"{node.id} is kept under another name; hand it on as it is")
    if node.id in sets and not _hides_order(node, parents):
        raise RefusedError(
            node, f"the set {node.id} is more than added to, counted and looked into; use a list"
        )


def _is_set(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Set)


def _only_reads(node: ast.AST, parents: Parents) -> bool:
    """True if shuffled cards do here what a list would do."""
    match parents[node]:
        case ast.Attribute(attr=name):
            return name in OF_CARDS
        case ast.Compare(ops=[ast.In() | ast.NotIn()], left=item):
            return item is not node
        case ast.Subscript(ctx=context):
            return isinstance(context, ast.Load)
        case ast.Call(func=ast.Name(id=name)):
            return name in TAKING
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in ("extend", "among", "shuffled", "deck", "pick")
        case ast.Assign() | ast.Tuple() as parent:  # a second name would not be checked
            is_named = isinstance(parent, ast.Assign) or _is_apart(parents[parent])
            is_new = not isinstance(node, ast.Name) or isinstance(node.ctx, ast.Store)
            return is_named and is_new
        case ast.UnaryOp(op=ast.Not()) | ast.If() | ast.While() | ast.For() | ast.comprehension():
            return True
        case ast.Expr():
            return True
    return False


def _is_counts(node: ast.AST, parents: Parents) -> bool:
    """True for `deck.counts`, and not for `draw.counts(...)`."""
    is_called = isinstance(parent := parents.get(node), ast.Call) and parent.func is node
    return isinstance(node, ast.Attribute) and node.attr == "counts" and not is_called


def _only_counted(node: ast.AST, parents: Parents) -> bool:
    """True if counts, which are a list in compiled plays, do here what a tuple would do."""
    match parents[node]:
        case ast.Subscript(slice=ast.Slice()) as part:
            return _only_counted(part, parents)
        case ast.Subscript(ctx=ast.Load()) | ast.For() | ast.comprehension():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in TAKING
        case ast.Compare(ops=[ast.In() | ast.NotIn()], left=item):
            return item is not node
        case ast.Tuple() as whole:  # what a player sees
            return getattr(parents[whole], "arg", None) == SEES
    return False


def _is_apart(node: ast.AST) -> bool:
    """True if an assignment has a name for each of several values."""
    return isinstance(node, ast.Assign) and all(isinstance(t, ast.Tuple) for t in node.targets)


def _is_named(node: ast.AST, parents: Parents) -> bool:
    parent = parents[node]
    return isinstance(parents[parent] if isinstance(parent, ast.Tuple) else parent, ast.Assign)


def _hides_order(node: ast.Name, parents: Parents) -> bool:
    """True if nothing here depends on the order of a set."""
    parent = parents[node]
    match parent:
        case ast.Attribute():
            return parent.attr in UNORDERED and isinstance(parents[parent], ast.Call)
        case ast.Call(func=ast.Name(id=name)):
            return name in OF_SETS
        case ast.Compare():
            ins = all(isinstance(op, ast.In | ast.NotIn) for op in parent.ops)
            return ins and node is not parent.left
        case ast.Assign():
            return node in parent.targets
        case ast.Tuple():
            return isinstance(node.ctx, ast.Store)
    return isinstance(parent, ast.If | ast.While | ast.UnaryOp)


def unset(of: Function, tree: ast.FunctionDef) -> set[str]:
    """The variables of a function that may be read before they have a value."""
    reads, _ = facts(ast.If(ast.Constant(True), tree.body, []), {})
    names = (reads & bound(tree.body)) - {*of.arguments}
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension) and (twice := bound(node.target) & names):
            raise RefusedError(of.tree, f"{min(twice)} may have no value; name items otherwise")
    return names


def with_flags(tree: ast.FunctionDef, names: Iterable[str]) -> ast.FunctionDef:
    """The function, in which each of these variables is read only if its flag is set."""
    if not names:
        return tree
    flags = _Flags({name: f"_0set_{name}" for name in sorted(names)})
    body = [part for node in tree.body for part in flags.replaced(node)]
    tree.body = [*flags.all(False), *body]
    return ast.fix_missing_locations(tree)


class _Flags(ast.NodeTransformer):
    def __init__(self, flags: dict[str, str]) -> None:
        self._flags = flags

    def replaced(self, node: ast.stmt) -> list[ast.stmt]:
        """The statements that replace a statement."""
        new = self.visit(node)
        return new if isinstance(new, list) else [new]

    def all(self, value: bool, names: Iterable[str] | None = None) -> list[ast.stmt]:
        """Set the flags of some variables, or of all."""
        chosen = self._flags if names is None else sorted({*names} & self._flags.keys())
        return [assigned(self._flags[name], ast.Constant(value)) for name in chosen]

    def visit_Name(self, node: ast.Name) -> ast.expr:  # ast's form
        """Check the flag of a variable that is read."""
        if isinstance(node.ctx, ast.Store) or node.id not in self._flags:
            return node
        return ast.copy_location(called("_0set", node, load(self._flags[node.id])), node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        """Set the flags of variables that get a value."""
        self.generic_visit(node)
        return [node, *self.all(True, bound(node.targets))]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """A variable whose value changes is read first."""
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return [node]
        return [ast.Expr(self.visit(load(node.target.id))), node]

    def visit_For(self, node: ast.For) -> ast.For:
        """Set the flags of the loop's variables in each round."""
        self.generic_visit(node)
        node.body = [*self.all(True, bound(node.target)), *node.body]
        return node

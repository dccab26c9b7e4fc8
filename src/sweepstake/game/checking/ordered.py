"""Sets have no order: code that would depend on their order is refused while a play runs.

If a game uses sets, each expression that is iterated, or passed to a function that may iterate it,
is wrapped in a check of its value's type. Adding, removing, comparing, counting, `in` and the
algebra of sets do not depend on their order; nor do `sorted`, `min`, `max` and `sum` if the
elements have an order of their own.

Plain plays have the same checks; nothing else in the function and its helpers is changed. A
function whose text can't be read, or that binds names of its module, is played unchanged.
"""

from __future__ import annotations

import ast
import builtins
from collections import deque
from collections.abc import Callable, ItemsView, Iterable, KeysView, ValuesView
from fractions import Fraction
from types import FunctionType
from typing import Any

from sweepstake.game.cards import Rank
from sweepstake.game.rewriting.names import called, parts, words
from sweepstake.game.rewriting.program import Program
from sweepstake.game.rewriting.refused import RefusedError

SETS = (set, frozenset)
VIEWS = (KeysView, ItemsView, ValuesView)
WALKED = (list, tuple, deque, str, range, dict, *VIEWS)
"""Types that can be iterated more than once."""
SAFE = words("len set frozenset any all bool isinstance range")
"""Builtins that ignore the order of arguments."""
SORTING = words("sorted min max sum")
SHALLOW = words("list tuple deque iter next reversed enumerate zip extend")
"""Functions and methods that iterate their arguments, but not what lies in these."""
ELEMENT = words(
    "add append appendleft discard remove count index insert get setdefault union "
    "intersection difference symmetric_difference issubset issuperset isdisjoint "
    "intersection_update difference_update symmetric_difference_update copy "
    "among deck shuffled below die chance state"
)
"""Methods that don't iterate their argument, or take it as a set; draw's own refuse sets."""
DEALING = ("deck", "shuffled", "dice", "counts")
"""Methods of draw that return no set."""
NUMBERS = (int, bool, Fraction)


def uses_sets(trees: Iterable[ast.AST]) -> bool:
    """True if something in the functions makes a set."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Set | ast.SetComp):
            return True
        if isinstance(node, ast.Name) and node.id in ("set", "frozenset"):
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("keys", "items"):
            return True  # `d.keys() & e.keys()` is a set
    return False


def holds_set(value: Any) -> bool:
    """True if it is a set, or contains one."""
    if isinstance(value, set | frozenset):
        return True
    if isinstance(value, dict):
        return any(map(holds_set, value)) or any(map(holds_set, value.values()))
    return isinstance(value, list | tuple | deque) and any(map(holds_set, value))


class Ordered(ast.NodeTransformer):
    """Wraps expressions that may show the order of a set.

    Functions in `own` are wrapped inside; names in `bound` and `methods` may mean anything.
    """

    def __init__(self, own: Iterable[str], bound: Iterable[str], methods: Iterable[str]) -> None:
        self._own, self._bound = frozenset(own), frozenset(bound)
        self._element = ELEMENT - frozenset(methods)

    def visit(self, node: ast.AST) -> Any:
        """The node, with checks in it."""
        self.generic_visit(node)
        match node:
            case ast.For() | ast.comprehension():
                node.iter = self._walked(node.iter, node.target)
            case ast.Starred(ctx=ast.Load()) | ast.YieldFrom():
                node.value = self._wrapped("_0ordered", node.value)
            case ast.Attribute(attr=attr, ctx=ast.Load()) if attr == "pop" or attr[:2] == "__":
                node.value = self._wrapped("_0ordered", node.value)
            case ast.Assign() if any(map(_sets_attribute, node.targets)):
                node.value = self._wrapped("_0written", node.value)
            case ast.Assign() if any(map(_takes_apart, node.targets)):
                node.value = self._taken_apart(node)
            case ast.AugAssign(op=ast.Add() | ast.Mod()) | ast.FormattedValue():
                node.value = self._wrapped("_0written", node.value)
            case ast.BinOp(op=ast.Mod()):
                node.right = self._wrapped("_0written", node.right)
            case ast.Call():
                self._check_call(node)
        return node

    def _walked(self, along: ast.expr, target: ast.expr) -> ast.expr:
        """The iterable of a loop in a check, also of its items if the target unpacks them."""
        check = "_0nested" if _is_nested(target) else ""
        match along:
            case ast.Call(func=ast.Name(id="enumerate" | "zip" | "range")):  # checked as calls
                if check:
                    along.args = [self._wrapped(check, arg) for arg in along.args]
                return along
        return self._wrapped(
            check or ("_0ordered" if isinstance(target, ast.Name) else "_0taken"), along
        )

    def _taken_apart(self, node: ast.Assign) -> ast.expr:
        """The value in `a, b = x` and `x[1:] = y`, in a check."""
        nested = any(map(_is_nested, node.targets))
        if not isinstance(node.value, ast.Tuple):
            return self._wrapped("_0nested" if nested else "_0ordered", node.value)
        if nested:
            node.value.elts = [self._wrapped("_0written", value) for value in node.value.elts]
        return node.value

    def _check_call(self, node: ast.Call) -> None:
        """Wrap the arguments of a call in checks."""
        if check := self._check_of(node):
            of_items = "_0nested" if check == "_0written" else "_0taken"
            for place, arg in enumerate(node.args):
                if isinstance(arg, ast.Starred):
                    arg.value = self._wrapped(of_items, arg.value)
                else:
                    node.args[place] = self._wrapped(check, arg)
            for keyword in node.keywords:
                keyword.value = self._wrapped(check, keyword.value)

    def _check_of(self, node: ast.Call) -> str:
        """The name of the check for a call's arguments; empty if they need no check."""
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            return (
                "" if method in self._element else "_0ordered" if method in SHALLOW else "_0written"
            )
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self._bound:
            return "_0ordered"
        if name in SAFE or name in self._own or name.startswith("_0"):
            return ""
        if name in SORTING:
            return "_0sortable" if not node.keywords else "_0ordered"
        return "_0ordered" if name in SHALLOW else "_0written"

    def _wrapped(self, name: str, value: ast.expr) -> ast.expr:
        plain = (ast.Constant, ast.Starred, ast.List, ast.Dict, ast.Lambda, ast.GeneratorExp)
        whole = name in ("_0written", "_0taken", "_0nested")
        if isinstance(value, (*plain, ast.ListComp)) and not whole:
            return value
        if isinstance(value, ast.Constant | ast.Starred | ast.Lambda):
            return value
        if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in DEALING:
            return value
        line = getattr(value, "lineno", 0)
        call = called(name, value, ast.Constant(line))
        return ast.fix_missing_locations(ast.copy_location(call, value))


def _sets_attribute(target: ast.expr) -> bool:
    """True if it sets an attribute of an object, whose methods are not checked."""
    return any(
        isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
        for part in ast.walk(target)
    )


def _takes_apart(target: ast.expr) -> bool:
    part = isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
    return part or isinstance(target, ast.Tuple | ast.List)


def _is_nested(target: ast.expr) -> bool:
    """True if a target unpacks items of a tuple again."""
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    return any(isinstance(part, ast.Tuple | ast.List) for part in parts)


def _refused(line: int) -> RefusedError:
    return RefusedError(line, "a set has no defined order: say sorted(...)")


def ordered(value: Any, line: int) -> Any:
    """`value`; RefusedError if it is a set."""
    if isinstance(value, SETS):
        raise _refused(line)
    return value


def taken(value: Any, line: int, check: Callable[[Any, int], Any] = ordered) -> Any:
    """`value`; RefusedError if it or an item is a set (an iterator's items are checked later)."""
    if not isinstance(ordered(value, line), WALKED):
        return (check(part, line) for part in value)
    for part in value:
        check(part, line)
    return value


def nested(value: Any, line: int) -> Any:
    """`value`; RefusedError if it is a set, or contains one at any depth."""
    return taken(value, line, written)


def sortable(value: Any, line: int) -> Any:
    """`value`; RefusedError if it is a set whose elements have no order of their own."""
    if isinstance(value, SETS) and not (
        all(type(part) in NUMBERS for part in value)
        or all(type(part) is str for part in value)
        or all(type(part) is Rank for part in value)
    ):
        raise _refused(line)
    return value


def written(value: Any, line: int) -> Any:
    """`value`; RefusedError if it is or contains a set, whose text would have an order."""
    if isinstance(value, SETS):
        raise _refused(line)
    if isinstance(value, dict):
        written([*value, *value.values()], line)
    elif isinstance(value, (list, tuple, deque, *VIEWS)):
        for part in value:
            written(part, line)
    elif hasattr(value, "__dict__") and not isinstance(value, type):
        written(list(vars(value).values()), line)
    return value


NAMES = {
    "_0ordered": ordered,
    "_0taken": taken,
    "_0nested": nested,
    "_0sortable": sortable,
    "_0written": written,
}


def careful(play: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with checks that raise RefusedError where it iterates a set."""
    try:
        program = Program(play)
    except RefusedError:
        return play
    nodes = parts(program.trees.values())
    if any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes):
        return play
    if not (trees := checked(program)):
        return play
    return program.compiled([*trees.values()], play.__code__.co_name, NAMES)


def checked(program: Program) -> dict[str, ast.FunctionDef]:
    """The trees of the functions by name, with checks where they may show the order of a set.

    Empty if there are no sets.
    """
    trees = program.trees
    used = [node for node in parts(trees.values()) if isinstance(node, ast.Name)]
    values = {node.id: program.value(node.id) for node in used}
    if not uses_sets(trees.values()) and not any(map(holds_set, values.values())):
        return {}
    bound = {node.id for node in used if isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in parts(trees.values()) if isinstance(node, ast.arg)}
    bound |= {name for name in values if name in vars(builtins) and not program.is_builtin(name)}
    kinds = [value if isinstance(value, type) else type(value) for value in values.values()]
    methods = {n for kind in kinds for n, f in vars(kind).items() if isinstance(f, FunctionType)}
    checks = Ordered({*trees, *program.inner}, bound, methods)
    return {name: checks.visit(tree) for name, tree in trees.items()}

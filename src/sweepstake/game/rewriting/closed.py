"""The closed list of what a function and its helpers may do so that its plays can be resumed.

Anything that is not in the list is refused with its line:

- The rewritten function uses only the listed statements. Functions that are called, and not
  rewritten, store nothing that outlives a play.
- Outside values are builtins, functions of some libraries, types, and tables of immutable values.
- Objects are of plain classes, and no value that can change is shared by all objects of a class.
"""

from __future__ import annotations

import ast
import dataclasses
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.draw import Draw
from sweepstake.game.drawing.values import DICTS, FACTORIES, is_immutable, is_record
from sweepstake.game.reading.program import (
    MISSING,
    Function,
    Program,
    RefusedError,
    function,
    named,
    words,
)
from sweepstake.game.rewriting.lowering import escapes

STATEMENTS = (
    *(ast.Assign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Break, ast.Continue, ast.Return),
    *(ast.Delete, ast.Expr, ast.Pass, ast.Assert, ast.Raise, ast.Try, ast.FunctionDef),
    ast.Nonlocal,
)
OPAQUE = (ast.Match, ast.With)
"""Statements that are allowed only in functions that are called and not rewritten."""
READING = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Starred, ast.While, ast.If)
FIXED = (None, True, False)
Parents = dict[ast.AST, ast.AST]


class Closed:
    """Checks a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.classes: list[type] = []
        self._outside = set[str]()
        self._shared: dict[str, str] = {}
        """The class that has a list or a dict of this name, which all its objects share."""
        self._checked: list[tuple[Parents, set[str]]] = []
        """The nodes of the functions, with their parents, and the outside names."""

    def check(self) -> None:
        """RefusedError, with the line, for the first thing that is not in the list."""
        main = self.program.main
        self._check_statements(main.tree)
        self._check_function(main)
        for parents, names in self._checked:
            for node in parents:
                if isinstance(node, ast.Attribute) and node.attr in self._shared:
                    self._check_shared(node, names, parents)

    def read_only(self) -> frozenset[str]:
        """The parameters that a play only reads, even if they are a list or a dict."""
        parents, names = self._checked[0]
        uses = [n for n in parents if isinstance(n, ast.Name) and n.id in self.program.parameters]
        changed = {use.id for use in uses if not self._reads(use, names, parents)}
        return frozenset(self.program.parameters) - changed

    def _check_shared(self, node: ast.Attribute, names: set[str], parents: Parents) -> None:
        """RefusedError unless an attribute that objects of a class share is only read."""
        if not self._reads(node, names, parents):
            raise RefusedError(
                node,
                f"{self._shared[node.attr]}.{node.attr} is shared by all objects, and may be "
                f"changed here: set it in __init__, or copy it",
            )

    def _check_function(self, of: Function) -> None:
        names = {name: line for name, line, is_outside in named(of.of) if is_outside}
        names |= dict.fromkeys(of.imported, of.tree.lineno)
        captured = of.of.__code__.co_freevars
        parents = {
            child: node for node in ast.walk(of.tree) for child in ast.iter_child_nodes(node)
        }
        self._checked.append((parents, {*names}))
        for name, line in names.items():
            self._check_name(of, name, line)
        for node in ast.walk(of.tree):
            is_inside = isinstance(node, ast.Nonlocal) and not {*node.names} & {*captured}
            if isinstance(node, ast.Global | ast.Nonlocal) and not is_inside:
                raise RefusedError(node, f"{node.names[0]} is bound by a play and outlives it")
            self._check_node(node, {*names}, parents)

    def _check_name(self, of: Function, name: str, line: int) -> None:
        """RefusedError unless the outside value of a name is of a known kind."""
        value = self.program.value(name)
        if value is MISSING or name in self._outside:
            return
        self._outside.add(name)
        if self.program.is_builtin(name):
            if name not in BUILTINS:
                remedy = ": leave it out, `sweepstake show` prints plays" * (name == "print")
                raise RefusedError(line, f"{name}() is not known{remedy}")
        elif isinstance(value, FunctionType) and not is_known_function(value):
            self._check_helper(of, name, value, line)
        elif isinstance(value, ModuleType):
            if value.__name__ not in LIBRARIES:
                raise RefusedError(
                    line,
                    f"the module {value.__name__} is not known; name a function of this module "
                    f"instead",
                )
        elif isinstance(value, type) and value not in TYPES:
            self._check_class(value, line)
        elif not (
            is_immutable(value) or is_table(value) or value in TYPES or is_known_function(value)
        ):
            raise RefusedError(line, f"{name} is a {_unknown(value)}")

    def _check_helper(self, of: Function, name: str, value: FunctionType, line: int) -> None:
        if value.__globals__ is not of.of.__globals__ or value.__closure__:
            raise RefusedError(line, f"{name} is a function of another module, or inside another")
        defaults = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
        if not all(map(is_immutable, defaults)):
            raise RefusedError(line, f"{name} has a default that can be changed")
        self._check_function(self.program.helper(name) or function(value))

    def _check_class(self, value: type, line: int) -> None:
        if is_known_function(value) or issubclass(value, Exception):
            return
        self.classes.append(value)
        shared = {name for name, member in vars(value).items() if is_shared(name, member)}
        self._shared |= dict.fromkeys(shared, value.__name__)
        for method in check_class(value, line, self.program.main.of.__code__.co_filename):
            self._check_function(function(method))

    def _check_node(self, node: ast.AST, names: set[str], parents: Parents) -> None:
        if isinstance(node, ast.stmt) and not isinstance(node, (*STATEMENTS, *OPAQUE)):
            raise RefusedError(node, _not_known(node))
        if isinstance(node, ast.Attribute) and node.attr.startswith(("__", "_0")):
            raise RefusedError(node, f"{node.attr} is not known")
        if isinstance(node, ast.Compare) and not self._may_compare(node):
            raise RefusedError(
                node,
                f"`{ast.unparse(node)}`: `is` is known with None and members of an Enum; say ==, "
                f"or compare names or indices",
            )
        if isinstance(node, ast.Name) and node.id in names:
            self._check_use(node, names, parents)
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            root = _root(node)
            if isinstance(root, ast.Name) and root.id in names:
                raise RefusedError(node, f"changes {root.id}, which outlives the play")

    def _may_compare(self, node: ast.Compare) -> bool:
        """True if there is no `is`, or it compares with None, True or False."""
        sides = [node.left, *node.comparators]
        return not any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops) or any(
            self._is_one_of_a_kind(side) for side in sides
        )

    def _is_one_of_a_kind(self, side: ast.expr) -> bool:
        """True for None, True, False and the members of an Enum: `is` compares these alike."""
        match side:
            case ast.Constant(value=value):
                return any(value is fixed for fixed in FIXED)
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                kind = self.program.value(name)
                is_enum = isinstance(kind, type) and issubclass(kind, Enum)
                return is_enum and attr in kind.__members__
        return False

    def _check_use(self, node: ast.Name, names: set[str], parents: Parents) -> None:
        """RefusedError if this use of a name may change an outside value."""
        value, parent = self.program.value(node.id), parents[node]
        if (
            isinstance(value, type)
            and value in self.classes
            and not _is_named_only(node, parent, value)
        ):
            raise RefusedError(node, f"the class {node.id} is handed on")
        is_shared = is_table(value) and not is_immutable(value)
        if is_shared and not self._reads(node, names, parents):
            kind = type(value).__name__
            raise RefusedError(
                node, f"{node.id}, a {kind} outside, is handed on: copy it, or make it a tuple"
            )

    def _reads(self, node: ast.expr, names: set[str], parents: Parents) -> bool:
        """True if this use only reads a list or dict, and passes no part of it on."""
        parent = parents[node]
        if isinstance(parent, ast.Subscript):
            return isinstance(parent.ctx, ast.Load)
        if isinstance(parent, ast.Attribute):
            return parent.attr in READERS and isinstance(parents[parent], ast.Call)
        if isinstance(parent, ast.Call):
            func = parent.func
            if isinstance(func, ast.Name):
                return node in parent.args and func.id in COPIERS & names
            return isinstance(func, ast.Attribute) and func.attr in TAKERS
        if isinstance(parent, ast.For | ast.comprehension):
            return parent.iter is node
        return isinstance(parent, READING) or (
            isinstance(parent, ast.AugAssign) and parent.value is node
        )

    def _check_statements(self, main: ast.FunctionDef) -> None:
        for node in ast.walk(main):
            if isinstance(node, OPAQUE):
                raise RefusedError(node, _not_known(node))
            if isinstance(node, ast.Delete) and not all(
                isinstance(target, ast.Subscript) for target in node.targets
            ):
                raise RefusedError(
                    node, "del of a variable is not needed: leave it out, it is no longer read"
                )
            if isinstance(node, ast.Try):
                _check_try(node)
            if isinstance(node, ast.FunctionDef) and node is not main:
                self._check_inner(node)

    def _check_inner(self, node: ast.FunctionDef) -> None:
        """RefusedError unless an inner function is directly in the body, or in such a one."""
        args = node.args
        odd = bool(args.vararg or args.kwarg or args.kwonlyargs or node.decorator_list)
        odd = odd or not all(isinstance(value, ast.Constant) for value in args.defaults)
        inside = node.name not in self.program.inner and any(
            node in ast.walk(other) for other in self.program.inner.values()
        )
        if odd or not (inside or self.program.inner.get(node.name) is node):
            raise RefusedError(
                node,
                f"{node.name}: write an inner function at the top of the function, with plain "
                f"arguments",
            )


def _check_try(node: ast.Try) -> None:
    if node.finalbody or escapes(node):
        raise RefusedError(
            node,
            "finally, and a jump out of try amid its body, are not known: note in a variable what "
            "to do, and do it after try",
        )
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        plain = all(isinstance(kind, ast.Name) and kind.id in BUILTINS for kind in kinds)
        if handler.name or not plain:
            raise RefusedError(handler, "except is known with the names of errors only")


def _not_known(node: ast.stmt) -> str:
    """That a statement is not known, with a remedy."""
    name = type(node).__name__.lower().removesuffix("from")
    remedy = REMEDIES.get(name, "")
    return f"{name} is not known{f': {remedy}' if remedy else ''}"


REMEDIES = {
    "import": "import at the top of the file",
    "match": "say if, or match values, names and tuples of these",
    "with": "say try, or write what it does",
    "global": "return the value instead",
    "classdef": "write the class at the top of the file",
}


def _unknown(value: object) -> str:
    """Why an outside value is refused, with a remedy for collections."""
    if hasattr(value, "__wrapped__"):
        return "decorated function, which is not known"
    kind = type(value).__name__
    if not isinstance(value, list | tuple | dict | set | deque):
        return f"{kind}, which is not known"
    if any(map(callable, value.values() if isinstance(value, dict) else value)):
        return f"{kind} of functions: call them by their names"
    return f"{kind} of values that can be changed: use tuples in it"


def _root(node: ast.AST) -> ast.AST:
    """The value at the root of a chain of attributes and subscripts."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


def _is_named_only(node: ast.Name, parent: ast.AST, kind: type) -> bool:
    """True if a class is called, iterated, tested for, or has an attribute read."""
    if isinstance(parent, ast.Starred):
        return issubclass(kind, Enum)
    if isinstance(parent, ast.Call):
        if issubclass(kind, Enum) and getattr(parent.func, "id", "") in LISTING:
            return True
        second = parent.args[1:2] == [node] and isinstance(parent.func, ast.Name)
        return parent.func is node or (second and parent.func.id == "isinstance")  # type: ignore[attr-defined]
    return isinstance(parent, ast.Attribute | ast.For | ast.comprehension | ast.MatchClass)


def check_class(kind: type, line: int, file: str) -> Iterator[FunctionType]:
    """The methods of a class in `file`, to be checked; RefusedError for a class not allowed."""
    if not is_plain_class(kind):
        raise RefusedError(line, f"{kind.__name__} has bases, which is not known")
    if issubclass(kind, Enum):
        return
    for name, value in vars(kind).items():
        yield from _methods(kind, name, value, line, file)
    for field in getattr(kind, "__dataclass_fields__", {}).values():
        factory = field.default_factory
        if factory is not dataclasses.MISSING and not any(factory is f for f in FACTORIES):
            raise RefusedError(line, f"{kind.__name__}.{field.name} has a factory of its own")


def _methods(kind: type, name: str, value: Any, line: int, file: str) -> Iterator[FunctionType]:
    function = value.fget if isinstance(value, property) else value
    function = function.__func__ if isinstance(function, staticmethod) else function
    if isinstance(function, FunctionType):
        if function.__code__.co_filename == file:
            yield function
        elif not is_generated(name):
            raise RefusedError(line, f"{kind.__name__}.{name} stands in another file")
    elif isinstance(value, classmethod):
        if not is_record(kind):
            raise RefusedError(line, f"{kind.__name__}.{name} is a classmethod")
    elif not (name.startswith("__") or is_immutable(value) or is_record(kind) or is_table(value)):
        raise RefusedError(
            line, f"{kind.__name__}.{name}, {_unknown(value)}, and shared by all objects"
        )


def is_shared(name: str, value: Any) -> bool:
    """True for a list or a dict that is an attribute of a class."""
    return not name.startswith("__") and is_table(value) and not is_immutable(value)


def is_generated(name: str) -> bool:
    """True if `dataclass` or `namedtuple` may have written a method of this name."""
    return name.startswith("__") or name in ("_make", "_replace", "_asdict")


BUILTINS = words(
    "abs all any bool chr dict divmod enumerate filter float format frozenset int isinstance "
    "iter len list map max min next ord pow range repr reversed round set slice sorted str "
    "sum tuple zip True False None ArithmeticError AssertionError Exception IndexError "
    "KeyError LookupError NotImplementedError OverflowError RuntimeError StopIteration "
    "TypeError ValueError ZeroDivisionError"
)
LIBRARIES = words(
    "math itertools operator fractions collections bisect heapq string functools _collections "
    "_operator _heapq _bisect _functools"
)
TYPES = (Fraction, Counter, OrderedDict, defaultdict, deque, Draw, Deck, Shuffled)
READERS = words("count index get items keys values copy")
"""Methods that don't change a list or a dict, and return no part that could be changed."""
COPIERS = words(
    "len sum max min sorted list tuple set frozenset dict any all enumerate zip reversed "
    "range map filter Counter deque iter str repr"
)
"""Builtins and types that may be called with an outside list or dict."""


LISTING = ("list", "tuple", "len")
"""Builtins that may be called with an Enum."""


TAKERS = words("among shuffled deck pick counts extend update join")
"""Methods that copy their argument."""


def is_known_function(value: Any) -> bool:
    """True if it is a function or class of a library without state."""
    if isinstance(value, type):
        return value.__module__ in LIBRARIES and value.__name__ not in TYPE_NAMES
    callable_ = isinstance(value, FunctionType | BuiltinFunctionType)
    return callable_ and (value.__module__ or "").partition(".")[0] in LIBRARIES


TYPE_NAMES = frozenset(kind.__name__ for kind in TYPES)


def is_table(value: Any) -> bool:
    """True if it is a list, a dict, a set or a deque of immutable values."""
    kind = type(value)
    if kind in DICTS:
        return all(map(is_immutable, value)) and all(map(is_immutable, value.values()))
    return kind in (list, set, deque) and all(map(is_immutable, value))


def is_plain_class(kind: type) -> bool:
    """True if its objects can be stored: it has no bases, or is a named tuple or an Enum."""
    if issubclass(kind, Enum):
        return all(is_immutable(member.value) for member in kind)
    return kind.__mro__[1:] == (object,) or is_record(kind)

"""Which names a piece of Python reads, and which it binds in the function's own scope."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

Nodes = ast.AST | Iterable[ast.AST]
Closures = Mapping[str, frozenset[str]]
"""The outer names that inner functions read, by the function's name."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.Lambda)


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def parts(nodes: Nodes) -> Iterable[ast.AST]:
    """The nodes, and all nodes below them."""
    for node in [nodes] if isinstance(nodes, ast.AST) else nodes:
        yield from ast.walk(node)


def loads(nodes: Nodes, closures: Closures | None = None) -> set[str]:
    """Names that may be read, including names that a named inner function reads.

    >>> sorted(loads(ast.parse("x = [y for y in z]")))
    ['y', 'z']
    """
    loaded = set[str]()
    for node in parts(nodes):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load | ast.Del):
            loaded.add(node.id)
        elif isinstance(node, ast.Nonlocal):
            loaded |= {*node.names}
    for name in loaded & {*closures} if closures else ():
        loaded |= (closures or {})[name]
    return loaded


def bound(nodes: Nodes) -> set[str]:
    """Names that are bound in the scope of the function, without targets of comprehensions.

    >>> sorted(bound(ast.parse("x = [(w := y) for y in z]")))
    ['w', 'x']
    """
    names = set[str]()
    todo: list[tuple[ast.AST, bool]] = [
        (node, False) for node in ([nodes] if isinstance(nodes, ast.AST) else nodes)
    ]
    while todo:
        node, inside = todo.pop()
        if isinstance(node, SCOPES):
            names |= {node.name} if isinstance(node, ast.FunctionDef) else set()
            continue
        if isinstance(node, ast.NamedExpr):
            names.add(node.target.id)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and not inside:
            names.add(node.id)
        inside = inside or isinstance(node, COMPREHENSIONS)
        todo += [(child, inside) for child in ast.iter_child_nodes(node)]
    return names


def closures(functions: Iterable[ast.FunctionDef]) -> dict[str, frozenset[str]]:
    """Names that inner functions read, or bind by `nonlocal`, also through each other."""
    reads = {f.name: frozenset(loads(f.body)) for f in functions}
    while True:
        more = {
            name: read.union(*(reads[other] for other in read if other in reads))
            for name, read in reads.items()
        }
        if more == reads:
            return reads
        reads = more


def rebound(nodes: Nodes) -> set[str]:
    """Names that may be bound while an expression is evaluated: by `:=` or through `nonlocal`."""
    changed = set[str]()
    for node in parts(nodes):
        if isinstance(node, ast.Nonlocal):
            changed |= {*node.names}
        elif isinstance(node, ast.NamedExpr):
            changed.add(node.target.id)
    return changed


class Renamed(ast.NodeTransformer):
    """Renames variables, and arguments of inner functions, everywhere."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:  # ast's form
        """The node with the new name."""
        new = ast.Name(self._names.get(node.id, node.id), node.ctx)
        return ast.copy_location(new, node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """The argument with the new name."""
        return ast.copy_location(ast.arg(self._names.get(node.arg, node.arg)), node)


def method_of(draws: Collection[str], node: ast.AST | None) -> str:
    """The method that a node calls of one of the variables `draws`; empty if it calls none."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in draws:
            return method
    return ""


def load(name: str) -> ast.Name:
    """The node that reads a name."""
    return ast.Name(name, ast.Load())


def assigned(name: str, value: ast.expr) -> ast.Assign:
    """The statement `name = value`."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def called(name: str, *args: ast.expr) -> ast.Call:
    """The expression `name(*args)`."""
    return ast.Call(load(name), [*args], [])

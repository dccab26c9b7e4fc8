"""Shuffled cards in the ways that they are usually dealt: all in turn, in hands, in two halves.

Cards that nothing reads any more need not be in a state. So it is where a variable with shuffled
cards is only walked, once, and where all its uses are slices, each of which begins where the one
before it ended: a slice is then the next cards of the pile, and is built card by card. Where cards
are read by index, those that were looked at are left out of a state until one is read again.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from sweepstake.game.drawing.cards import Shuffled
from sweepstake.game.reading.program import (
    COMPREHENSIONS,
    SCOPES,
    Program,
    RefusedError,
    Renamed,
    bound,
    called,
    load,
    loads,
    method_of,
    parts,
)
from sweepstake.game.rewriting.alike import DEAL, Scope, made
from sweepstake.game.rewriting.totals import NoTotalError

ALWAYS = (
    *(ast.Tuple, ast.List, ast.Call, ast.BinOp, ast.UnaryOp, ast.Starred, ast.keyword, ast.Set),
    *(ast.Attribute, ast.Subscript, ast.Compare),
)
"""Expressions that always evaluate all their parts, from left to right; a chain does not."""
CARD_AT, FORGOTTEN = "_0card_at", "_0forgotten"
"""The name of `card_at` in rewritten functions, and what stands for a card out of the state."""
Fresh = Callable[[str], str]


class Apart(ast.NodeTransformer):
    """Gives the variables of comprehensions other names, as they have a scope of their own."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """The node, with the variables renamed."""
        super().generic_visit(node)
        if isinstance(node, COMPREHENSIONS):
            first = node.generators[0]
            along = first.iter  # belongs to the scope around it
            names = bound(generator.target for generator in node.generators)
            first.iter = ast.Constant(None)
            node = Renamed({name: self._fresh(name) for name in sorted(names)}).visit(node)
            first.iter = along
        return node


def is_shuffled(value: ast.expr, program: Program) -> bool:
    """True if an expression makes a pile of shuffled cards."""
    return method_of((program.draw,), made(value)) == "shuffled"


def name_piles(body: list[ast.stmt], program: Program, fresh: Fresh) -> None:
    """Give the shuffled cards in `cards = draw.shuffled(cards)` a variable of their own."""
    before = set[str]()
    hidden = loads([*program.inner.values(), *(n for n in parts(body) if isinstance(n, SCOPES))])
    for k, statement in enumerate(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
                if name in before - hidden and is_shuffled(value, program):
                    target.id = fresh(name)
                    renamed = Renamed({name: target.id})
                    body[k + 1 :] = [renamed.visit(later) for later in body[k + 1 :]]
        before |= bound(statement)


def walked_once(body: Sequence[ast.stmt], program: Program) -> set[str]:
    """The variables of a function that have shuffled cards, and are only walked, once.

    Nothing else sees these cards, so those that are out do not matter. The loop stands in the
    same block as the shuffle, so that each loop has a new one.
    """
    walked = set[str]()
    names = Counter(node.id for node in parts(body) if isinstance(node, ast.Name))
    for block in _blocks(body):
        shuffled = set[str]()
        for statement in block:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if names[name] == 2 and is_shuffled(value, program):
                        shuffled.add(name)
                case ast.For():
                    walked |= shuffled & loads(statement.iter)
    return walked


def _blocks(body: Sequence[ast.stmt]) -> list[list[ast.stmt]]:
    """All lists of statements in a function."""
    blocks = [[*body]]
    for node in parts(body):
        fields = (getattr(node, name, ()) for name in ("body", "orelse"))
        blocks += [field for field in fields if isinstance(field, list)]
    return blocks


def deal_slices(body: list[ast.stmt], program: Program, rebound: set[str], fresh: Fresh) -> None:
    """Write slices of shuffled cards as loops that take the next cards of the pile."""
    scope = Scope(body, program, rebound)
    slices = [
        node
        for node in scope.nodes
        if isinstance(node, ast.Subscript) and is_shuffled(node.value, program)
        if isinstance(node.slice, ast.Slice) and not (node.slice.lower or node.slice.step)
    ]
    for block in _blocks(body):
        for statement in block:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if is_shuffled(value, program) and name not in scope.hidden | rebound:
                        slices += _in_turn(scope, name, block)
    for node in slices:
        assert isinstance(node.slice, ast.Slice)
        low, high = (side or ast.Constant(None) for side in (node.slice.lower, node.slice.upper))
        dealt = called(DEAL, node.value, low, high, ast.Constant(node.lineno))
        _replace(scope, node, dealt, fresh)


def _in_turn(scope: Scope, name: str, block: Sequence[ast.stmt]) -> list[ast.Subscript]:
    """The slices of a pile's variable, if there are only slices, each beginning where one ends."""
    slices, end = list[ast.Subscript](), ast.dump(ast.Constant(0))
    uses = scope.loads.get(name, [])
    if len(scope.stores[name]) != 1:
        return []
    for use in sorted(uses, key=lambda use: (use.lineno, use.col_offset)):
        node = scope.parents[use]
        match node:
            case ast.Subscript(value=of, slice=ast.Slice(low, high, None)) if of is use:
                begins = ast.dump(low or ast.Constant(0))
                names = loads([side for side in (low, high) if side])
            case _:
                return []
        sides = [part for side in (low, high) if side for part in ast.walk(side)]
        if any(isinstance(part, ast.USub) for part in sides):
            return []
        fixed = all(scope.is_fixed(n, scope.statement(use)) for n in names)
        if begins != end or not fixed or not _is_always_in(scope, node, block):
            return []
        slices.append(node)
        end = ast.dump(high) if high else ""
    return slices


def _is_always_in(scope: Scope, node: ast.AST, block: Sequence[ast.stmt]) -> bool:
    """True if a part is always evaluated, once, where its block is."""
    while not isinstance(parent := scope.parents[node], ast.stmt):
        is_chain = isinstance(parent, ast.Compare) and len(parent.ops) > 1
        is_first = isinstance(parent, ast.comprehension) and parent.iter is node
        if is_first and scope.parents[parent].generators[0] is parent:  # type: ignore[attr-defined]
            parent = scope.parents[parent]
        elif not isinstance(parent, ALWAYS) or is_chain:
            return False
        node = parent
    simple = isinstance(parent, ast.Assign | ast.AugAssign | ast.Expr | ast.Return)
    walked = isinstance(parent, ast.For) and parent.iter is node
    return (simple or walked) and any(parent is statement for statement in block)


def _replace(scope: Scope, node: ast.Subscript, dealt: ast.expr, fresh: Fresh) -> None:
    """Put the next cards in the place of a slice: in a loop's header as they are, else a list."""
    parent = scope.parents[node]
    header: ast.AST = node
    if isinstance(parent, ast.Call) and parent.args[:1] == [node]:
        header = parent if getattr(parent.func, "id", "") == "enumerate" else node
    loop = scope.parents[header]
    if not (isinstance(loop, ast.For | ast.comprehension) and loop.iter is header):
        card = fresh("card")
        along = ast.comprehension(ast.Name(card, ast.Store()), dealt, [], 0)
        dealt = ast.ListComp(load(card), [along])
    _become(scope, node, dealt)


def _become(scope: Scope, node: ast.expr, new: ast.expr) -> None:
    """Put an expression in the place of another one."""
    parent = scope.parents[node]
    for field, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, field, new)
        elif isinstance(value, list) and any(part is node for part in value):
            setattr(parent, field, [new if part is node else part for part in value])
    ast.copy_location(new, node)
    ast.fix_missing_locations(parent)


def forget_cards(
    body: list[ast.stmt], program: Program, rebound: set[str], without: frozenset[str]
) -> set[str]:
    """The piles whose cards are read by index and seem to be read once; those `without` are not.

    So a state does not have the cards that were looked at. If a play does read one again,
    `card_at` raises NoTotalError, and the function is rewritten without this.
    """
    scope = Scope(body, program, rebound)
    hidden = loads([*program.inner.values(), *(n for n in scope.nodes if isinstance(n, SCOPES))])
    if any(isinstance(node, ast.Try) for node in scope.nodes):  # it may catch the error
        return set()
    found = set[str]()
    for name, stores in scope.stores.items():
        assign = scope.parents[stores[0]]
        uses = [scope.parents[use] for use in scope.loads.get(name, [])]
        if len(stores) > 1 or not isinstance(assign, ast.Assign) or assign.targets != stores:
            continue
        if name in hidden | without or not is_shuffled(assign.value, program):
            continue
        if all(_is_card_or_length(use, program) for use in uses):
            found.add(name)
            for use in uses:
                if isinstance(use, ast.Subscript):
                    _become(scope, use, called(CARD_AT, use.value, use.slice, ast.Constant(name)))
    return found


def _is_card_or_length(node: ast.AST, program: Program) -> bool:
    match node:
        case ast.Subscript(slice=index, ctx=ast.Load()):
            return not isinstance(index, ast.Slice)
        case ast.Call(func=ast.Name(id="len"), args=[_]):
            return program.means_builtin("len")
    return False


def forgotten(pile: Any) -> Any:
    """Shuffled cards as they are stored in a state, without those that were looked at."""
    if type(pile) is not Shuffled:
        return pile
    seen, rest = pile.parts()
    return Shuffled(rest, [FORGOTTEN] * len(seen))


def card_at(pile: Any, index: Any, name: str) -> Any:
    """The card at an index of the pile `name`; NoTotalError if it was forgotten."""
    card = pile[index]
    if card is FORGOTTEN:
        raise NoTotalError([name])
    return card


def dealing(pile: Shuffled[Any], low: Any, high: Any, line: int) -> int:
    """How many cards are in the slice from `low` to `high`, if `low` cards were dealt before."""
    first = 0 if low is None else operator.index(low)
    if first < 0:
        raise RefusedError(line, "a slice counts cards from the end: say how many are dealt")
    return len(range(first + len(pile))[first:high])


def deal(pile: Shuffled[Any], low: Any, high: Any, line: int) -> list[Any]:
    """The next cards of a pile, as a list."""
    return [pile.pop() for _ in range(dealing(pile, low, high, line))]

"""Cards that no expression of a function tells apart count as one kind.

A pile is what `draw.shuffled` or `draw.deck` returns: walked in the header of a loop, or in a
variable that is only drawn from, walked, counted by `len`, or tested. A card is then a variable of
that loop, or what one expression draws. If each use of a card is a part of an expression that
otherwise reads only what stays the same (`card == 0`, `card % 13`, `worth(card)`), the play depends
on the values of these expressions only. So cards with equal values are one kind from the start:
until the first ace, a pack has two kinds. If a card itself is stored, compared with another one, or
returned, its kind stays its own.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.keys import key
from sweepstake.game.drawing.values import UnstorableError, is_immutable
from sweepstake.game.reading.program import MISSING, Program, load, loads, method_of, words

PILES = ("deck", "shuffled")
CALL, CARD = "_0alike", "_0card"
"""The names of `alike` in rewritten functions, and of the card in the expressions."""
DEAL = "_0deal"
"""The name of `piles.deal` in rewritten functions: it takes the next cards of a pile."""
PURE = (
    *(ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp, ast.Tuple, ast.List, ast.Set),
    *(ast.Subscript, ast.Attribute, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
    *(ast.Constant, ast.Load),
)
"""Expressions whose value depends on the values of their parts only."""
FUNCTIONS = words("abs bool divmod float int len max min ord pow round sorted str sum tuple")
"""Builtins that may be called in such an expression."""
DRAWING = ("draw", "pop")
Parents = dict[ast.AST, ast.AST]
Path = tuple[int, ...]
"""The indices that lead from a card to a part of it."""


class NotAlikeError(Exception):
    """The cards of a pile are used in a way that may tell all of them apart."""


def merge_kinds(body: Sequence[ast.stmt], program: Program, rebound: set[str]) -> None:
    """Put a call of `alike` around each new pile of a function's body whose cards are only tested.

    `rebound` has the names that may be bound while an expression is evaluated.
    """
    scope = Scope(body, program, rebound)
    for piles in scope.piles():
        try:
            pile = _Pile(scope, piles)
            pile.read()
        except NotAlikeError:
            continue
        for call in piles:
            _put_around(call, pile)


class Scope:
    """A function's body, with what its names mean."""

    def __init__(self, body: Sequence[ast.stmt], program: Program, rebound: set[str]) -> None:
        whole = ast.Module([*body], [])
        self.program, self.body, self.rebound = program, body, rebound
        self.nodes = [*ast.walk(whole)]
        self.parents = {child: n for n in self.nodes for child in ast.iter_child_nodes(n)}
        names = [n for n in self.nodes if isinstance(n, ast.Name)]
        self.loads: dict[str, list[ast.Name]] = {}
        self.stores: dict[str, list[ast.Name]] = {}
        for name in names:
            by_name = self.loads if isinstance(name.ctx, ast.Load) else self.stores
            by_name.setdefault(name.id, []).append(name)
        self.hidden = {n.arg for n in self.nodes if isinstance(n, ast.arg)}
        self.hidden |= {
            n for node in self.nodes if isinstance(node, ast.Nonlocal) for n in node.names
        }

    def piles(self) -> Iterator[list[ast.Call]]:
        """The calls that make piles: those of one variable together."""
        by_name: dict[str, list[ast.Call]] = {}
        for node in self.nodes:
            if method_of((self.program.draw,), node) in PILES:
                assert isinstance(node, ast.Call)
                match self.parents[node]:
                    case ast.Assign(targets=[ast.Name(id=name)]):
                        by_name.setdefault(name, []).append(node)
                    case _:
                        yield [node]
        yield from by_name.values()

    def statement(self, node: ast.AST) -> int:
        """The index of the statement of the body in which a node stands."""
        while not any(node is statement for statement in self.body):
            node = self.parents[node]
        return next(k for k, statement in enumerate(self.body) if statement is node)

    def is_fixed(self, name: str, before: int) -> bool:
        """True if a name has one value from the statement number `before` to the end."""
        program = self.program
        if name in self.hidden or name in self.rebound or name in program.inner:
            return False
        if name == program.draw or name not in self.stores:
            return name != program.draw
        [store, *more] = self.stores[name]
        assign = self.parents[store]
        return (
            not more
            and isinstance(assign, ast.Assign)
            and assign.targets == [store]
            and any(assign is statement for statement in self.body[:before])
        )

    def is_outside(self, name: str) -> bool:
        """True if a name has a value from outside the function, which no play changes."""
        is_local = name in self.stores or name in self.program.main.locals
        return not is_local and self.program.value(name) is not MISSING

    def is_function(self, name: str) -> bool:
        """True for a builtin or a helper whose result depends on its arguments only."""
        if name in self.stores or name in self.hidden or name in self.program.inner:
            return False
        is_builtin = name in FUNCTIONS and self.program.means_builtin(name)
        return is_builtin or self.program.helper(name) is not None


class _Pile:
    """A pile's uses: the expressions of its cards."""

    def __init__(self, scope: Scope, calls: Sequence[ast.Call]) -> None:
        self.scope, self._calls = scope, calls
        self.before = min(map(scope.statement, calls))
        self.expressions: list[ast.expr] = []
        """What a play reads of a card, which is called `CARD`."""
        self.names = set[str]()
        """The local names in the expressions."""
        self._cards: dict[str, Path] = {}
        """The variables that have cards, or parts of them."""
        self._bound = set[ast.AST]()
        """The nodes at which they are bound to cards."""
        self._put = list[ast.expr]()

    def read(self) -> None:
        """Collect the expressions; NotAlikeError if cards are used in another way."""
        [call, *_] = self._calls
        match self.scope.parents[call]:
            case ast.Assign(targets=[ast.Name(id=name)]):
                if len(self.scope.stores[name]) != len(self._calls):
                    raise NotAlikeError
                if name in self.scope.hidden or name in self.scope.rebound:
                    raise NotAlikeError
                for use in self.scope.loads.get(name, []):
                    self._use(use)
            case _:
                self._walked(call)
        for name, path in self._cards.items():
            self._variable(name, path)
        for card in self._put:
            if not (isinstance(card, ast.Name) and self._cards.get(card.id) == ()):
                raise NotAlikeError

    def _use(self, node: ast.Name) -> None:
        """Note a use of the pile's variable."""
        parent = self.scope.parents[node]
        match parent:
            case ast.Attribute(attr=attr):
                call = self.scope.parents[parent]
                if not (isinstance(call, ast.Call) and call.func is parent and not call.keywords):
                    raise NotAlikeError
                if attr in DRAWING:
                    self._drawn(call)
                elif attr == "put" and len(call.args) == 1:
                    self._put.append(call.args[0])
                else:
                    raise NotAlikeError
            case ast.Subscript(slice=index, ctx=ast.Load()) if not isinstance(index, ast.Slice):
                self._drawn(parent)
            case ast.Call(func=ast.Name(id="len"), args=[_]):
                if not self.scope.program.means_builtin("len"):
                    raise NotAlikeError
            case ast.If() | ast.While() | ast.UnaryOp(op=ast.Not()):
                return
            case _:
                self._walked(node)

    def _walked(self, node: ast.expr) -> None:
        """Note the variables of the loop that walks a pile."""
        parents, parent = self.scope.parents, self.scope.parents[node]
        path: list[int] = []
        while not isinstance(parent, ast.For | ast.comprehension):
            match parent:
                case ast.Subscript(value=of, slice=ast.Slice()) if of is node:
                    pass
                case ast.Call(func=ast.Name(id=name), args=[of, *_]) if of is node and name == DEAL:
                    pass
                case ast.Call(func=ast.Name(id="enumerate"), args=[first, *_]) if first is node:
                    self._check_builtin("enumerate")
                    path.append(1)
                case ast.Call(func=ast.Name(id="zip"), args=args) if node in args:
                    self._check_builtin("zip")
                    path.append(args.index(node))
                case _:
                    raise NotAlikeError
            node, parent = parent, parents[parent]
        if parent.iter is not node:
            raise NotAlikeError
        target = parent.target
        for index in reversed(path):
            if not isinstance(target, ast.Tuple) or index >= len(target.elts):
                raise NotAlikeError
            target = target.elts[index]
        self._bind(target, ())

    def _check_builtin(self, name: str) -> None:
        if not self.scope.program.means_builtin(name):
            raise NotAlikeError

    def _drawn(self, node: ast.expr) -> None:
        """Note an expression that draws a card."""
        match self.scope.parents[node]:
            case ast.Expr():
                return
            case ast.Assign(targets=[target]):
                self._bind(target, ())
            case _:
                self._expression(node, (), lambda part: part is node)

    def _bind(self, target: ast.expr, path: Path) -> None:
        """Note the variables of a target that is bound to a card, or to a part of it."""
        match target:
            case ast.Name(id=name):
                if self._cards.setdefault(name, path) != path:
                    raise NotAlikeError
                self._bound.add(target)
            case ast.Tuple(elts=parts):
                for k, part in enumerate(parts):
                    self._bind(part, (*path, k))
            case _:
                raise NotAlikeError

    def _variable(self, name: str, path: Path) -> None:
        """Note the expressions with a variable that has a card."""
        scope = self.scope
        if name in scope.hidden or name in scope.rebound:
            raise NotAlikeError
        for store in scope.stores[name]:
            if store not in self._bound:
                match scope.parents[store]:  # what is no card is left as it is
                    case ast.Assign(value=ast.Constant()) if not self._put:
                        continue
                raise NotAlikeError
        for use in scope.loads.get(name, []):
            if not any(use is card for card in self._put):
                is_card = self._is_variable(name)
                self._expression(use, path, is_card)

    @staticmethod
    def _is_variable(name: str) -> Callable[[ast.AST], bool]:
        return lambda part: isinstance(part, ast.Name) and part.id == name

    def _expression(self, node: ast.expr, path: Path, is_card: Callable[[ast.AST], bool]) -> None:
        """Note the largest expression around a card that otherwise reads only what is fixed."""
        parents, whole = self.scope.parents, node
        while isinstance(parent := parents[whole], ast.expr) and self._is_pure(parent, is_card):
            whole = parent
        if isinstance(parents[whole], ast.If | ast.While):
            expression: ast.expr = ast.UnaryOp(ast.Not(), whole)
        elif whole is node and not path:
            raise NotAlikeError
        else:
            expression = whole
        reads = _replaced(expression, is_card, path)
        self.expressions.append(reads)
        self.names |= {name for name in loads(reads) - {CARD} if not self.scope.is_outside(name)}

    def _is_pure(self, node: ast.AST, is_card: Callable[[ast.AST], bool]) -> bool:
        """True if a value depends on a card and on fixed values only."""
        if is_card(node):
            return True
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                return self.scope.is_fixed(name, self.before)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                pure = all(self._is_pure(arg, is_card) for arg in args)
                return pure and self.scope.is_function(name)
        return isinstance(node, PURE) and all(
            self._is_pure(part, is_card) for part in ast.iter_child_nodes(node)
        )


def _replaced(node: Any, is_card: Callable[[ast.AST], bool], path: Path) -> Any:
    """A copy of an expression in which the card is called `CARD`."""
    if isinstance(node, list):
        return [_replaced(part, is_card, path) for part in node]
    if not isinstance(node, ast.AST):
        return node
    if is_card(node):
        part: ast.expr = load(CARD)
        for index in path:
            part = ast.Subscript(part, ast.Constant(index), ast.Load())
        return part
    new = copy.copy(node)
    for name, value in ast.iter_fields(node):
        setattr(new, name, _replaced(value, is_card, path))
    return new


def _put_around(call: ast.Call, pile: _Pile) -> None:
    """Turn the call that makes a pile into a call of `alike` with it."""
    made = ast.copy_location(ast.Call(call.func, call.args, call.keywords), call)
    arguments = ast.arguments([], [ast.arg(CARD)], None, [], [], None, [])
    reads = ast.Lambda(arguments, ast.Tuple(pile.expressions, ast.Load()))
    names: list[ast.expr] = [load(name) for name in sorted(pile.names)]
    call.func, call.keywords = load(CALL), []
    call.args = [made, reads, ast.Tuple(names, ast.Load())]
    ast.fix_missing_locations(call)


def is_reading(node: ast.AST) -> bool:
    """True for the function that reads a card in a call of `alike`."""
    return isinstance(node, ast.Lambda) and [arg.arg for arg in node.args.args] == [CARD]


def made(node: ast.expr) -> ast.expr:
    """The call that makes a pile, without the call of `alike` around it."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[pile, *_]) if name == CALL:
            return pile
    return node


def alike(pile: Any, reads: Callable[[Any], Any], fixed: Iterable[Any]) -> Any:
    """A new pile, in which cards are one kind if `reads` has equal values for them.

    The cards stay as they are if a value of `fixed` could be changed in place.
    """
    deck = pile.parts()[1] if type(pile) is Shuffled else pile
    if type(deck) is not Deck or not all(map(is_immutable, (*fixed, *deck.kinds))):
        return pile
    classes: dict[object, int] = {}
    numbers: list[int] = []
    for n, card in enumerate(deck.kinds):
        numbers.append(classes.setdefault(_value(reads, card, n), len(classes)))
    if len(classes) < len(numbers):
        deck.merge(numbers)
    return pile


def _value(reads: Callable[[Any], Any], card: Any, n: int) -> object:
    """A key of what is read of the card of kind number `n`; its own if that is an error."""
    try:
        return key((reads(card),))
    except UnstorableError:
        return n
    except Exception:  # the play may never read this of this card
        return n

"""The choices in a game's source: where a player decides, and the names of what is seen there.

A choice is `draw.choose(options, sees=(score, total))`, or `sees={"left": tuple(deck.counts)}` for
a value that has no name of its own. A choice is known by its file and line, so a line has one.

In a game for two, `player=` says whose choice it is: that is seen, too, by the name `player`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from sweepstake.errors import InputError
from sweepstake.game.drawing.draw import NO_GOAL, Site
from sweepstake.game.reading.outside import functions
from sweepstake.game.reading.program import Function, RefusedError, method_of

Decisions = Mapping[Site, tuple[str, ...]]
"""The names of what the player sees, by where a choice stands."""
BEST, WORST, RANDOM = "best", "worst", "random"
KNOWN = (BEST, WORST, RANDOM)
"""The strategies of every game."""
OPTIONS = "options"
"""The name by which a strategy asks for the options."""
PLAYER = "player"
"""The name by which one sees whose choice it is."""
CHOOSE = "choose"
FORM = 'write draw.choose(options, sees=(score, total)), or sees={"left": len(cards)}'


def decisions(play: Callable[..., Any]) -> dict[Site, tuple[str, ...]]:
    """The choices of a function and of those that it calls; RefusedError for another form."""
    names: dict[Site, tuple[str, ...]] = {}
    for of in functions(play, CHOOSE):
        for call in _calls(of):
            site = of.of.__code__.co_filename, call.lineno
            if site in names:
                raise RefusedError(call, "there are two choices in this line: use two lines")
            names[site] = seen(call)
    return names


def check_undecided(play: Callable[..., Any]) -> None:
    """ValueError if somebody chooses in a game without a goal."""
    for _, line in decisions(play):
        raise InputError(f"{play.__name__}: line {line}: {NO_GOAL}")


def is_choice(node: ast.AST, draw: str) -> bool:
    """True for a call of the method `choose` of draw, also under another name with `sees`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr=method), keywords=keywords):
            named = any(keyword.arg == "sees" for keyword in keywords)
            return method == CHOOSE and (named or method_of((draw,), node) == CHOOSE)
    return False


def _calls(of: Function) -> list[ast.Call]:
    draw = (of.arguments or [""])[0]
    return [
        node for node in ast.walk(of.tree) if isinstance(node, ast.Call) if is_choice(node, draw)
    ]


def seen(call: ast.Call) -> tuple[str, ...]:
    """The names of what the player sees at a choice; RefusedError if it has another form."""
    func_line = getattr(call.func, "end_lineno", call.lineno)
    match call:
        case ast.Call(args=[_], keywords=[ast.keyword(arg="sees", value=sees), *more]):
            whose = tuple(keyword.arg for keyword in more)
            names = _names(sees)
            if names is not None and func_line == call.lineno and whose in ((), (PLAYER,)):
                return (*names, *([PLAYER] if whose else []))
    raise RefusedError(call, FORM)


def _names(sees: ast.expr) -> tuple[str, ...] | None:
    """The names in a tuple of variables, or the keys of a dict; None for anything else."""
    names: list[object] = []
    if isinstance(sees, ast.Tuple):
        names = [part.id if isinstance(part, ast.Name) else None for part in sees.elts]
    elif isinstance(sees, ast.Dict):
        names = [key.value if isinstance(key, ast.Constant) else None for key in sees.keys]
    else:
        return None
    texts = [name for name in names if isinstance(name, str) and name.isidentifier()]
    is_fit = len({*texts}) == len(names) and not {OPTIONS, PLAYER} & {*texts}
    return tuple(texts) if is_fit else None

"""The question of a bare function: its parameters and outcomes are inferred, not declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sweepstake.errors import InputError
from sweepstake.game.declared import Ask, Game, docstring, parameters_of
from sweepstake.game.drawing.draw import Rejected, at_random, listing_methods
from sweepstake.game.drawing.playing import Sampled, TooLongError, loop_guard, words
from sweepstake.game.reading.decisions import BEST
from sweepstake.game.reading.goals import Goal
from sweepstake.game.reading.outside import Outside
from sweepstake.game.reading.query import Query
from sweepstake.puzzle.parameter import (
    ARGUMENTS,
    LARGEST,
    PREFIXES,
    PYTHON_TYPES,
    RESERVED,
    AnyParameter,
    Choice,
    ListOf,
    Parameter,
    Rational,
    Single,
    Type,
)
from sweepstake.puzzle.question import Column, Question
from sweepstake.text.shown import check_among, listed, raised, shown

PLAYS, MAX_DRAWS = 100, 100_000
"""Plays from which the types of outcomes are inferred, and most draws of one."""
TYPES = {kind: name for name, kind in PYTHON_TYPES.items()}


def question(
    play: Callable[..., Any],
    params: Mapping[str, Any],
    texts: Mapping[str, tuple[str, ...]] | None = None,
) -> tuple[Question, dict[str, Any]]:
    """The question that a function of `draw` and parameters asks, and all its parameters.

    A parameter may be what its value in `params` is: a whole number, a fraction (or a float, taken
    as it is written), a text, or a list of these. The outcome's types are those of the annotation,
    or else of some plays. `texts` has more texts that parameters may be. If a player chooses,
    `params` also has the `goal`, and may have `strategies` and a `strategy`. ValueError in one line
    if something is missing.
    """
    name = getattr(play, "__name__", "")
    if name == "<lambda>":
        raise InputError("a lambda has no name to ask by; write the game as a function, `def`")
    if not inspect.isfunction(play) or not name.isidentifier():
        raise InputError(f"{shown(play)} is no question; give a question's name or a function")
    goal, strategies = params.get("goal"), params.get("strategies", {})
    taken = {*inspect.signature(play).parameters}
    chosen = {}
    if isinstance(goal, Goal):
        if "goal" in taken:
            raise InputError(
                f"{name} has a parameter goal; rename it, to say what the player wants"
            )
        chosen = {"strategy": params.get("strategy", BEST)}
        params = {k: v for k, v in params.items() if k not in (*chosen, "goal", "strategies")}
    else:
        goal, strategies = None, {}
    values = _values(play, params)
    parameters = tuple(
        _parameter(key, value, (texts or {}).get(key, ())) for key, value in values.items()
    )
    checked = {p.name: p.checked(values[p.name]) for p in parameters}
    with loop_guard(play):
        columns = _annotated(play) or _played(play, checked)
    text = (docstring(play) or f"What does {name} return?").partition("\n\n")[0]
    ask = Ask(name, " ".join(text.split()), tuple(column.name for column in columns))
    game = Game(play, parameters, columns, asks=(ask,), goal=goal, strategies=strategies)
    question = game.questions[0]
    return question, question.checked({**checked, **chosen}) if chosen else checked


def _values(play: Callable[..., Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each parameter after `draw`, in `params` or the function's default."""
    taken = parameters_of(play)
    names = [p.name for p in taken]
    for name in names:
        if name in RESERVED or name.startswith(PREFIXES):
            raise InputError(
                f"{play.__name__} can't have a parameter {name!r}: a column of results has that "
                f"name; rename it"
            )
    for name in params:
        check_among(f"{play.__name__} has no parameter", name, names)
    defaults = {p.name: p.default for p in taken if p.default is not p.empty}
    values = {**defaults, **params}
    if missing := [name for name in names if name not in values]:
        [name, *_] = missing
        given = f'params={{"{name}": ...}}' if name in ARGUMENTS else f"{name}=..."
        raise InputError(f"{play.__name__} needs {name}; give it as {given}")
    return {name: values[name] for name in names}


def _parameter(name: str, value: object, words: tuple[str, ...]) -> AnyParameter:
    """A parameter that takes `value`, and others of its kind."""
    if isinstance(value, list | tuple) and value:
        words = tuple(dict.fromkeys([*words, *(item for item in value if isinstance(item, str))]))
        return ListOf(_single(name, value[0], words), longest=max(100, len(value)))
    return _single(name, value, words)


def _single(name: str, value: object, words: tuple[str, ...]) -> Single:
    if isinstance(value, str):
        return Choice(name, name, tuple(dict.fromkeys([*words, value])))
    if isinstance(value, Fraction | float):
        return Rational(name, name, -LARGEST, LARGEST)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InputError(
            f"{name} is {shown(value)}; allowed: whole numbers, fractions, texts, lists of these"
        )
    return Parameter(name, name, -LARGEST, LARGEST)


def _annotated(play: Callable[..., Any]) -> tuple[Column, ...]:
    """The columns that the annotation declares; none if it has other types or is missing."""
    try:
        returned = get_type_hints(play).get("return")
    except Exception:  # a name that is not there, as after `if TYPE_CHECKING`
        return ()
    parts = get_args(returned) if get_origin(returned) is tuple else (returned,)
    kinds = [get_args(p) if get_origin(p) in (Union, UnionType) else (p,) for p in parts]
    types_of = [[TYPES[kind] for kind in part if kind in TYPES] for part in kinds]
    if any(len(types) != 1 for types in types_of):
        return ()
    pairs = zip((types[0] for types in types_of), (NoneType in part for part in kinds), strict=True)
    return _columns([*pairs])


def _played(play: Callable[..., Any], params: Mapping[str, Any]) -> tuple[Column, ...]:
    """The columns of the outcomes of some plays."""
    outside = Outside(play)
    outcomes = _outcomes(play, params)
    outside.check()
    widths = {len(o) if isinstance(o, tuple) and o else 1 for o in outcomes}
    if len(widths) > 1:
        raise InputError(
            f"{play.__name__} returns {shown(outcomes[0])} and others; allowed: always as many "
            f"values"
        )
    [width] = widths
    columns = zip(*map(Query(play, width, ()).cells, outcomes), strict=True)
    return _columns([_type(play, cells) for cells in columns])


def _outcomes(play: Callable[..., Any], params: Mapping[str, Any]) -> list[Any]:
    from sweepstake.core.stream import stream

    source, outcomes = words(stream(0, play.__name__)), []
    for _ in range(PLAYS):
        draw = Sampled(source, MAX_DRAWS, at_random)
        try:
            with listing_methods():
                outcomes.append(play(draw, **params))
        except Rejected:
            continue
        except TooLongError as error:
            raise InputError(f"{play.__name__}: {error}") from None
        except Exception as error:
            raise InputError(f"{play.__name__} fails: {raised(error)}") from error
    if not outcomes:
        raise InputError(
            f"{play.__name__}: none of {PLAYS} plays meets draw.condition, so the type of the "
            f"outcome is unknown; write it, as in `def {play.__name__}(draw) -> int`"
        )
    return outcomes


def _type(play: Callable[..., Any], cells: Sequence[object]) -> tuple[Type, bool]:
    """The type of a column, and whether it may have no value."""
    kinds = {type(cell) for cell in cells} - {NoneType}
    if kinds == {int, Fraction}:
        kinds = {Fraction}
    if not kinds:
        raise InputError(
            f"{play.__name__} returns None in {len(cells)} plays; has it a `return` at its end?"
        )
    if len(kinds) > 1:
        alike = [next(cell for cell in cells if type(cell) is kind) for kind in kinds]
        raise InputError(
            f"{play.__name__} returns {listed(sorted(map(shown, alike)))}; allowed: values of one "
            f"type"
        )
    return TYPES[kinds.pop()], None in cells


def _columns(types: Sequence[tuple[Type, bool]]) -> tuple[Column, ...]:
    names = ["outcome"] if len(types) == 1 else [f"outcome_{k + 1}" for k in range(len(types))]
    return tuple(
        Column(name, kind, name.replace("_", " "), nullable)
        for name, (kind, nullable) in zip(names, types, strict=True)
    )

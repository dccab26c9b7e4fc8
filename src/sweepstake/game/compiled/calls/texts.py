"""Texts in compiled plays: numbers that can be stored, passed on and compared for equality."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from sweepstake.game.compiled.calls.overloads import overload, overload_method


class TextType(types.Type):  # type: ignore[misc]
    """The type of a text, of which only the number is known."""

    def __init__(self) -> None:
        super().__init__(name="Text")


TEXT = TextType()


@register_model(TextType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


def _unchanged(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return args[0]


@intrinsic
def text(typing: Any, number: Any) -> Any:
    """The text of a number."""
    return TEXT(types.int64), _unchanged


@intrinsic
def number_of(typing: Any, text: Any) -> Any:
    """The number of a text."""
    return (types.int64(TEXT), _unchanged) if text == TEXT else None


@overload(operator.eq)
def _equal(a: Any, b: Any) -> Any:
    if a == b == TEXT:
        return lambda a, b: number_of(a) == number_of(b)
    return None


@overload(operator.ne)
def _differ(a: Any, b: Any) -> Any:
    if a == b == TEXT:
        return lambda a, b: number_of(a) != number_of(b)
    return None


@overload_method(TextType, "__hash__")
def _hash(a: Any) -> Any:
    return lambda a: hash(number_of(a))

"""Fractions in compiled plays: chances, which are neither compared nor computed with."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, make_attribute_wrapper, models, register_model

PARTS = ("numerator", "denominator")


class RatioType(types.Type):  # type: ignore[misc]  # numba ships no types
    """The type of a reduced fraction."""

    def __init__(self) -> None:
        super().__init__(name="Ratio")


RATIO = RatioType()


@register_model(RatioType)
class _Model(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [(part, types.int64) for part in PARTS])


for _part in PARTS:
    make_attribute_wrapper(RatioType, _part, _part)


@intrinsic
def ratio(typing: Any, numerator: Any, denominator: Any) -> Any:
    """The fraction of two whole numbers without a common divisor."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        new = cgutils.create_struct_proxy(RATIO)(context, builder)
        new.numerator, new.denominator = args
        return new._getvalue()

    return RATIO(types.int64, types.int64), code

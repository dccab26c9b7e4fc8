"""Truth values and numbers must be apart in compiled code: outcomes and states say which is which.

If a variable, a list or a result may be either, numba converts one to the other. The types that it
found for the values of a function show where.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from numba import TypingError, types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from sweepstake.game.compiled.refused import MIXED

HOLDING = (types.List, types.Set, types.StructRef)
ATOMS = (types.Boolean, types.Integer)


def _atoms(kind: Any) -> list[bool]:
    """For each truth value and number in a type, True if it is a truth value."""
    if isinstance(kind, ATOMS):
        return [isinstance(kind, types.Boolean)]
    parts: Any = ()
    if isinstance(kind, types.Optional):
        parts = [kind.type]
    elif isinstance(kind, types.BaseTuple):
        parts = kind.types
    elif isinstance(kind, types.List | types.Set):
        parts = [kind.dtype]
    elif isinstance(kind, types.StructRef):
        parts = [kind for name, kind in kind.field_dict.items() if name == "kinds"]
    return [atom for part in parts for atom in _atoms(part)]


def _differ(one: Any, other: Any) -> bool:
    a, b = _atoms(one), _atoms(other)
    return bool(a and b) and (a != b if len(a) == len(b) else {*a} != {*b})


def _pairs(inst: Any, state: Any) -> Iterator[tuple[Any, Any]]:
    """The pairs of types that an instruction unites, or of which it puts one into the other."""

    def of(variable: Any) -> Any:
        return state.typemap.get(getattr(variable, "name", ""), types.none)  # none if undefined

    if isinstance(inst, ir.Return):
        yield of(inst.value), state.return_type
    elif isinstance(inst, ir.SetItem | ir.StaticSetItem):
        yield of(inst.value), of(inst.target)
    if not isinstance(inst, ir.Assign):
        return
    target, value = of(inst.target), inst.value
    if isinstance(value, ir.Var):
        yield of(value), target
    elif isinstance(value, ir.Expr) and value.op in ("cast", "phi", "build_list", "build_set"):
        parts = value.incoming_values if value.op == "phi" else value.list_vars()
        yield from ((of(part), target) for part in parts)
    elif isinstance(value, ir.Expr) and (signature := state.calltypes.get(value)):
        yield signature.return_type, target
        function = of(value.func) if value.op == "call" else None
        args = [*map(of, value.args if function else value.list_vars())]
        is_in = value.op == "binop" and value.fn is operator.contains
        if is_in and isinstance(args[0], types.Set):
            yield args[1], args[0]
            return
        if isinstance(function, types.BoundFunction):
            if "pop" not in str(function.typing_key):  # its argument is a place
                yield from ((kind, function.this) for kind in args[-1:])
        elif getattr(function, "typing_key", None) in (min, max):
            yield from pairwise(args)
        elif isinstance(function, types.Dispatcher):  # it has code for these types
            return
        elif any(isinstance(kind, HOLDING) for kind in args):
            yield from pairwise(kind for kind in args if not isinstance(kind, ATOMS))


@register_pass(mutates_CFG=False, analysis_only=True)
class _Check(AnalysisPass):  # type: ignore[misc]  # numba ships no types
    """Refuses a function that mixes truth values and numbers."""

    _name = "truth values and numbers are apart"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Check all instructions."""
        for block in state.func_ir.blocks.values():
            for inst in block.body:
                if any(_differ(*pair) for pair in _pairs(inst, state)):
                    raise TypingError(f"{MIXED} at {inst.loc}")
        return False


class Apart(CompilerBase):  # type: ignore[misc]
    """Compiles a function unless truth values and numbers are mixed in it."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own pipeline, with one more pass."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_Check, NopythonTypeInference)
        passes.finalize()
        return [passes]

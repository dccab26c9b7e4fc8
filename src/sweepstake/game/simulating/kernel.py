"""A game as a kernel: a loop over plays, compiled when it is first used and cached on disk.

Outcomes tell truth values from numbers, so compiled code must not mix them. If a variable, a list
or a result may be either, numba would convert one to the other; the compiler pass `_Check` finds
this in the inferred types, and refuses the game.

If numba can't compile a game, `in_words` says where, why, and what to write instead.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import gcd, inf
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import TypingError, njit, types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from sweepstake.core.stream import Stream
from sweepstake.game.drawing.draw import Player
from sweepstake.game.drawing.playing import Sampled, words
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating import chance, deciding, lists, numbers
from sweepstake.game.simulating.chance import LongError
from sweepstake.game.simulating.compilable import check_lists
from sweepstake.game.simulating.deciding import Tabled
from sweepstake.game.simulating.translator import Source
from sweepstake.kernels.cache import dispatcher
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulating.simulated import Simulated

FAILURES = (ArithmeticError, LookupError, ValueError, AssertionError, LongError)
"""Errors that compiled plays raise where plain plays may not."""
ROWS = 1 << 14
"""Rows of the table in which outcomes are counted."""
NAMES: dict[str, Any] = {
    **{f"_0{name}": getattr(numbers, name) for name in
       ("added", "added_to", "less", "times", "power", "shifted", "halved", "quotient",
        "magnitude")},
    **{f"_0{name}": getattr(chance, name) for name in
       ("below", "dice", "is_below", "reduced", "counts", "among", "pick")},
    **{f"_0{name}": getattr(chance, name) for name in ("deck", "shuffled", "extend")},
    **{f"_0{name}": getattr(lists, name) for name in
       ("keeps", "count", "on_stack", "unowned", "number_in", "kind_of")},
    **{f"_0{name}": getattr(deciding, name) for name in
       ("chosen", "chosen_of", "left", "owned_by_none")},
    "_0sum": numbers.total, "_0gcd": gcd, "_0set": lists.looked_up, "_0text": lists.text,
    "_0ratio": numbers.ratio, "_0long": LongError,
}  # fmt: skip
"""What the source calls."""
RUN = """
def run(stream, cells, trials, missed, table, choices{args}):
    draw, out, _0player = _0on_stack(stream), _0unowned(cells), _0owned_by_none(choices)
    {values}
    for done in range(trials):
        misses = 0
        while _0play(_0player, draw, out{names}){unless}:
            misses += 1
            if misses == missed:
                return -1
        if not _0count(out, {columns}, table):
            trials = done
            break
    for word in range(4):
        stream[word] = draw[word]
    return trials
"""


@dataclass
class Kernel:
    """A game whose parameters are of these types."""

    query: Query
    source: Source
    types: tuple[type, ...]

    def __post_init__(self) -> None:
        pairs = zip(self.source.parameters, self.types, strict=True)
        check_lists(self.source.program.main.tree, {name for name, kind in pairs if kind is tuple})
        self._given = tuple(self._cells(v, c) for c, v in self.query.given)
        self._run = built(self.source, self._run_text(), NAMES)

    def _cells(self, value: object, column: int) -> tuple[int, int, int]:
        kind = {bool: lists.BOOL, int: lists.INT, str: lists.TEXT, type(None): lists.NONE}
        if type(value) not in kind:
            raise RefusedError(0, f"{shown(value)} is given, which isn't compiled")
        number = self.source.number(value) if isinstance(value, str) else int(value or 0)  # type: ignore[call-overload]
        return column, number, kind[type(value)]

    def _run_text(self) -> str:
        args, values, names = passed(dict(zip(self.source.parameters, self.types, strict=True)))
        return RUN.format(
            args=args, names=names, values=values, columns=self.query.columns,
            unless=f" or not _0keeps(out, {self._given})" if self._given else "",
        )  # fmt: skip

    def play(
        self,
        stream: Stream,
        trials: int,
        missed: int,
        params: Mapping[str, Any],
        player: Player | None,
        plain: Simulated | None = None,
        rows: int = ROWS,
    ) -> dict[object, int]:
        """How many of `trials` plays end in each outcome; `stream` is advanced.

        TooLargeError after `missed` plays in a row that miss what is given. A play that fails is
        played again by `plain`; without it, this raises what the game raises, OverflowError where
        a number needs more than 64 bits, KeyError where the player's table lacks a choice, and
        LongError for what may never end.
        """
        columns = [*self.query.columns]
        table = np.zeros((rows, 2 * len(columns) + 1), np.int64)
        out = np.zeros(2 * self.query.width, np.int64)
        counts: Counter[object] = Counter()
        args = arguments([params[name] for name in self.source.parameters], self.source.number)
        while trials > 0:
            failed, choices = False, player.rows if isinstance(player, Tabled) else None
            try:
                done = self._run(stream, out, trials, missed, table, choices, *args)
            except FAILURES:
                if plain is None:
                    raise
                done, failed = int(table[:, -1].sum()), True
                table[:] = 0
                # again, up to the play that fails
                self._run(stream, out, done, missed, table, choices, *args)
            if done < 0:
                raise self.query.missed(missed)
            for *row, number in table[table[:, -1] > 0].tolist():
                counts[self._outcome(row)] += number
            if failed:
                assert plain is not None
                draw = Sampled(words(stream, 1), inf, player)
                counts[plain.projected(draw, {**params})] += 1
            elif done < trials:  # the table was too full for another outcome
                counts[self._outcome(out.reshape(-1, 2)[columns].ravel().tolist())] += 1
            trials -= done + 1
            table[:] = 0
        return dict(counts)

    def _outcome(self, row: list[int]) -> object:
        pairs = zip(row[::2], row[1::2], strict=True)
        values = tuple(lists.cell(number, kind, self.source.texts) for number, kind in pairs)
        return values[0] if len(values) == 1 else values


TAKEN: dict[type, tuple[tuple[str, ...], str]] = {
    Fraction: (("_0n", "_0d"), "_0ratio({0}_0n, {0}_0d)"),
    str: (("_0t",), "_0text({0}_0t)"),
    tuple: (("_0a",), "[_0x for _0x in {0}_0a]"),
}
"""By type of a parameter: the endings of the kernel's arguments for it, and its value from them."""


def arguments(values: Iterable[Any], number: Callable[[str], int]) -> list[Any]:
    """Parameters as kernels take them: the two parts of a fraction, the number of a text."""
    args = list[Any]()
    for value in values:
        if isinstance(value, Fraction):
            args += map(np.int64, value.as_integer_ratio())
        elif isinstance(value, tuple):
            if any(type(part) is not int for part in value):
                raise RefusedError(0, "a tuple of other values than whole numbers isn't compiled")
            args.append(np.array(value, np.int64))
        elif isinstance(value, str):
            args.append(np.int64(number(value)))
        else:
            args.append(value if type(value) is bool else np.int64(value))
    return args


def passed(types: Mapping[str, type]) -> tuple[str, str, str]:
    """For parameters: a kernel's arguments, code for the values from these, and the names."""
    args, values = list[str](), list[str]()
    for name, kind in types.items():
        endings, value = TAKEN.get(kind, (("",), ""))
        args += [f", {name}{ending}" for ending in endings]
        values += [f"{name} = {value.format(name)}"] if value else []
    names = "".join(f", {name}" for name in types)
    return "".join(args), "\n    ".join(values) or "pass", names


def built(source: Source, run: str, names: Mapping[str, Any]) -> Any:
    """The loop `run`, not compiled yet."""
    namespace, code = {**names, "__name__": __name__}, run
    file = source.program.main.of.__code__.co_filename
    for name, tree in source.functions.items():
        exec(compile(ast.Module([tree], []), file, "exec"), namespace)  # noqa: S102  # the game
        function = njit(namespace[name], nogil=True, pipeline_class=Apart, forceinline=True)
        namespace[name] = function
        code += f"{name}: {ast.unparse(tree)}"
    exec(compile(run, "<run>", "exec"), namespace)  # noqa: S102  # as above
    loop: FunctionType = namespace["run"]
    loop.__qualname__ = f"run_{sha256(code.encode()).hexdigest()[:32]}"
    return dispatcher(loop)


CONTAINERS = (types.List, types.Set, types.StructRef)
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
            if "pop" not in str(function.typing_key):  # its argument is an index
                yield from ((kind, function.this) for kind in args[-1:])
        elif getattr(function, "typing_key", None) in (min, max):
            yield from pairwise(args)
        elif isinstance(function, types.Dispatcher) or _sees(function):
            return  # the one has code for these types, the other doesn't mix them
        elif any(isinstance(kind, CONTAINERS) for kind in args):
            yield from pairwise(kind for kind in args if not isinstance(kind, ATOMS))


def _sees(function: Any) -> bool:
    """True for the choice of an option, of which the player's values are no part."""
    return getattr(function, "typing_key", None) is deciding.chosen_of


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


MIXED = "a value is now a truth value, now a number"
TYPES = "`{0}` of values of these types isn't compiled"
REMEDIES = (
    (
        r"[Uu]ntyped list|list\(undefined\)|undecided|<undefined>",
        "a list to which nothing is ever appended has no type; leave it out",
    ),
    (
        r"Cannot unify (?:Literal\[)?(\w+).*? and (?:Literal\[)?(\w+).*? for '(\$|\w+)",
        "{2} is now {0}, now {1}; give it one type (a tuple that grows: use a list)",
    ),
    (r"Variable '(\w+)' is not defined", "{0} may have no value yet; give it one before"),
    (f"({MIXED})", "{0}; give it one type"),
    (r"Untyped global name '(\w+)'", "`{0}` of outside isn't compiled"),
    (r"Unknown attribute '(\w+)'", "`.{0}` isn't compiled"),
    (r"Cannot determine Numba type of <class '(\S+?)'>", "a {0} isn't compiled"),
    (r"Invalid use of Function\(<function (\w+)", TYPES),
    (r"Function\(<(?:built-in )?(?:function|class) '?(?:\w+\.)?(\w+)[^>]*>\) found", TYPES),
    (r"[Uu]nsupported op-?code", "this statement isn't compiled"),
)
"""Patterns of numba's messages, and what they mean."""
WORDS = {
    "int64": "a whole number", "bool": "a truth value", "none": "None", "Text": "a text",
    "UniTuple": "a tuple", "Tuple": "a tuple", "float64": "a float", "list": "a list",
    "int": "a whole number", "$": "a value", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "eq": "==", "added": "+",
    "added_to": "+=", "less": "-", "times": "*", "power": "**", "shifted": "<<", "halved": ">>",
}  # fmt: skip


def in_words(error: Exception, file: str) -> RefusedError:
    """The error for a message of numba, in plain words, with the line of the user's file."""
    text, path = str(error), re.escape(file)
    lines = re.findall(rf'{path}", line (\d+)|{path} \((\d+)\)|{path}:(\d+)', text)
    line = next((int(a or b or c) for a, b, c in lines), 0)
    for pattern, says in REMEDIES:
        if match := re.search(pattern, text):
            words = [WORDS.get(word, word.removeprefix("impl_")) for word in match.groups()]
            return RefusedError(line, says.format(*words))
    failed = "Failed in nopython"
    parts = [part for part in text.splitlines() if part and not part.startswith(failed)]
    return RefusedError(line, f"numba says: {parts[0][:80]}" if parts else type(error).__name__)

"""A game as a kernel: compiled when it is first played, kept for later processes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import gcd, inf
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

import sweepstake.game.compiled.calls.lists  # noqa: F401  # lists that keep their memory
from sweepstake.core.stream import Stream
from sweepstake.game.asked import Asked
from sweepstake.game.compiled.calls import cells, decks, draws, texts, whole
from sweepstake.game.compiled.calls.draws import LongError
from sweepstake.game.compiled.closed import check_lists
from sweepstake.game.compiled.source import Ratio, Source, is_scalar
from sweepstake.game.playing import Sampled, words
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.kernels.cache import dispatcher
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulated import Simulated

FAILURES = (ArithmeticError, LookupError, ValueError, AssertionError, LongError)
"""What compiled plays raise where plain ones may not."""
ROWS = 1 << 14
"""Rows of the table in which outcomes are counted."""
NAMES: dict[str, Any] = {
    **{f"_0{name}": getattr(whole, name) for name in
       ("added", "added_to", "less", "times", "power", "shifted", "quotient", "magnitude")},
    "_0sum": whole.total, "_0gcd": gcd,
    **{f"_0{name}": getattr(draws, name) for name in
       ("below", "dice", "is_below", "reduced", "among", "pick", "counts")},
    "_0deck": decks.deck, "_0shuffled": decks.dealt, "_0extend": decks.extend,
    **{f"_0{name}": getattr(cells, name) for name in
       ("number_in", "kind_of", "keeps", "count", "on_stack", "unowned")},
    "_0ratio": Ratio, "_0text": texts.text, "_0long": LongError,
}  # fmt: skip
TAKEN: dict[type, tuple[tuple[str, ...], str]] = {
    Fraction: (("_0n", "_0d"), "_0ratio({0}_0n, {0}_0d)"),
    str: (("_0t",), "_0text({0}_0t)"),
    tuple: (("_0a",), "[_0x for _0x in {0}_0a]"),
}
"""By type of a parameter, how the names end of what the kernel takes, and its value by these."""
RUN = """
def run(stream, cells, trials, missed, table{args}):
    draw, out = _0on_stack(stream), _0unowned(cells)
    {values}
    for done in range(trials):
        misses = 0
        while _0play(draw, out{names}){unless}:
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


def arguments(values: Iterable[Any], number: Callable[[str], int]) -> list[Any]:
    """Parameters as kernels take them: of a fraction its two parts, of a text its number."""
    args = list[Any]()
    for value in values:
        if isinstance(value, Fraction):
            args += map(np.int64, value.as_integer_ratio())
        elif isinstance(value, tuple):
            args.append(np.array(value, np.int64))
        elif isinstance(value, str):
            args.append(np.int64(number(value)))
        else:
            args.append(value if type(value) is bool else np.int64(value))
    return args


@dataclass
class Kernel:
    """A game whose parameters are of these types."""

    asked: Asked
    source: Source
    types: tuple[type, ...]

    def __post_init__(self) -> None:
        pairs = zip(self.source.parameters, self.types, strict=True)
        check_lists(self.source.program.main.tree, {name for name, kind in pairs if kind is tuple})
        self._given = tuple(self._cells(v, c) for c, v in self.asked.given)
        self._run: Any = self._compiled()

    def _cells(self, value: object, column: int) -> tuple[int, int, int]:
        kind = {bool: cells.BOOL, int: cells.INT, str: cells.TEXT, type(None): cells.NONE}
        if type(value) not in kind:
            raise RefusedError(0, f"{shown(value)} is given, which isn't compiled")
        number = self.source.number(value) if isinstance(value, str) else int(value or 0)  # type: ignore[call-overload]
        return column, number, kind[type(value)]

    def _compiled(self) -> Any:
        """The kernel, not compiled yet."""
        code = self._run_text() + "".join(
            f"{name}: {ast.unparse(tree)}" for name, tree in self.source.functions.items()
        )
        held: dict[str, Any] = {**NAMES, "__name__": __name__}
        file = self.source.program.main.of.__code__.co_filename
        for name, tree in self.source.functions.items():
            exec(compile(ast.Module([tree], []), file, "exec"), held)  # noqa: S102  # the game
            held[name] = njit(held[name], nogil=True, **self._options)
        exec(compile(self._run_text(), "<run>", "exec"), held)  # noqa: S102
        run: FunctionType = held["run"]
        run.__qualname__ = f"run_{sha256(code.encode()).hexdigest()[:32]}"
        return dispatcher(run, **self._options)

    @cached_property
    def _options(self) -> dict[str, bool]:
        """Without lists, nothing counts references, and all becomes part of one function."""
        if tuple in self.types or not all(map(is_scalar, self.source.functions.values())):
            return {}
        return {"forceinline": True, "_nrt": False}

    def _run_text(self) -> str:
        args, values, names = [""], list[str](), [""]
        for name, kind in zip(self.source.parameters, self.types, strict=True):
            endings, value = TAKEN.get(kind, (("",), ""))
            names.append(name)
            args += [name + ending for ending in endings]
            values += [f"{name} = {value.format(name)}"] if value else []
        return RUN.format(
            args=", ".join(args), names=", ".join(names), values="\n    ".join(values) or "pass",
            columns=self.asked.columns,
            unless=f" or not _0keeps(out, {self._given})" if self._given else "",
        )  # fmt: skip

    def play(
        self,
        stream: Stream,
        trials: int,
        missed: int,
        params: Mapping[str, Any],
        plain: Simulated | None = None,
        rows: int = ROWS,
    ) -> dict[object, int]:
        """How many of `trials` plays end in each outcome; `stream` is advanced.

        ValueError after `missed` plays in a row that miss what is given. A play that fails is
        played again by `plain`; without it, this raises what the game raises, OverflowError where
        a number needs more than 64 bits, and LongError for what may never end.
        """
        columns = [*self.asked.columns]
        table = np.zeros((rows, 2 * len(columns) + 1), np.int64)
        out = np.zeros(2 * self.asked.width, np.int64)
        counts: Counter[object] = Counter()
        args = arguments([params[name] for name in self.source.parameters], self.source.number)
        while trials > 0:
            failed = False
            try:
                done = self._run(stream, out, trials, missed, table, *args)
            except FAILURES:
                if plain is None:
                    raise
                done, failed = int(table[:, -1].sum()), True
                table[:] = 0
                self._run(
                    stream, out, done, missed, table, *args
                )  # again, up to the one that fails
            if done < 0:
                raise self.asked.missed(missed)
            for *row, number in table[table[:, -1] > 0].tolist():
                counts[self._outcome(row)] += number
            if failed:
                assert plain is not None
                counts[plain.projected(Sampled(words(stream, 1), inf), {**params})] += 1
            elif done < trials:  # the table was too full for one more
                counts[self._outcome(out.reshape(-1, 2)[columns].ravel().tolist())] += 1
            trials -= done + 1
            table[:] = 0
        return dict(counts)

    def _outcome(self, row: list[int]) -> object:
        pairs = zip(row[::2], row[1::2], strict=True)
        values = tuple(self._value(number, kind) for number, kind in pairs)
        return values[0] if len(values) == 1 else values

    def _value(self, number: int, kind: int) -> object:
        if kind == cells.TEXT:
            return self.source.texts[number]
        return {cells.NONE: None, cells.BOOL: bool(number), cells.INT: number}[kind]

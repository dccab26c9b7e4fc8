"""A game as a kernel: compiled when it is first played, and cached for later processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd, inf
from typing import TYPE_CHECKING, Any

import numpy as np

import sweepstake.game.compiled.calls.lists  # noqa: F401  # lists that keep their memory
from sweepstake.core.stream import Stream
from sweepstake.game.asked import Asked
from sweepstake.game.compiled.building import arguments, built, passed
from sweepstake.game.compiled.calls import cells, decks, draws, ratios, texts, whole
from sweepstake.game.compiled.calls.draws import LongError
from sweepstake.game.compiled.closed import check_lists
from sweepstake.game.compiled.source import Source
from sweepstake.game.playing import Sampled, words
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulated import Simulated

FAILURES = (ArithmeticError, LookupError, ValueError, AssertionError, LongError)
"""Errors that compiled plays raise where plain plays may not."""
ROWS = 1 << 14
"""Rows of the table in which outcomes are counted."""
NAMES: dict[str, Any] = {
    **{f"_0{name}": getattr(whole, name) for name in
       ("added", "added_to", "less", "times", "power", "shifted", "halved", "quotient",
        "magnitude")},
    **{f"_0{name}": getattr(draws, name) for name in
       ("below", "dice", "is_below", "reduced", "counts", "among", "pick")},
    **{f"_0{name}": getattr(decks, name) for name in ("deck", "shuffled", "extend")},
    **{f"_0{name}": getattr(cells, name) for name in
       ("keeps", "count", "on_stack", "unowned", "number_in", "kind_of")},
    "_0sum": whole.total, "_0gcd": gcd, "_0set": cells.looked_up, "_0text": texts.text,
    "_0ratio": ratios.ratio, "_0long": LongError,
}  # fmt: skip
"""What the source calls."""
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
        self._run = built(self.source, self._run_text(), NAMES)

    def _cells(self, value: object, column: int) -> tuple[int, int, int]:
        kind = {bool: cells.BOOL, int: cells.INT, str: cells.TEXT, type(None): cells.NONE}
        if type(value) not in kind:
            raise RefusedError(0, f"{shown(value)} is given, which isn't compiled")
        number = self.source.number(value) if isinstance(value, str) else int(value or 0)  # type: ignore[call-overload]
        return column, number, kind[type(value)]

    def _run_text(self) -> str:
        args, values, names = passed(dict(zip(self.source.parameters, self.types, strict=True)))
        return RUN.format(
            args=args, names=names, values=values, columns=self.asked.columns,
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

        TooLargeError after `missed` plays in a row that miss what is given. A play that fails is
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
                )  # again, up to the play that fails
            if done < 0:
                raise self.asked.missed(missed)
            for *row, number in table[table[:, -1] > 0].tolist():
                counts[self._outcome(row)] += number
            if failed:
                assert plain is not None
                counts[plain.projected(Sampled(words(stream, 1), inf), {**params})] += 1
            elif done < trials:  # the table was too full for another outcome
                counts[self._outcome(out.reshape(-1, 2)[columns].ravel().tolist())] += 1
            trials -= done + 1
            table[:] = 0
        return dict(counts)

    def _outcome(self, row: list[int]) -> object:
        pairs = zip(row[::2], row[1::2], strict=True)
        values = tuple(cells.cell(number, kind, self.source.texts) for number, kind in pairs)
        return values[0] if len(values) == 1 else values

"""Exact probabilities as columns of numerators and denominators, where 64 bits hold them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, ulp
from operator import truediv

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.report.comparisons.comparison import Bools
from sweepstake.store.columns import Whole
from sweepstake.store.points import Floats, Points

DIGITS = 18
"""Every number of so many decimal digits fits into 64 bits."""
EXACT = 2**53
"""Whole numbers up to this one are floats, too, so their quotient is rounded once."""
ROOM = 2**62


@dataclass(frozen=True)
class Ratios:
    """The texts `p/q` or `p` of the rows of some points, each different text once."""

    points: Points
    texts: pa.StringArray
    code: Whole
    """For each row, the place of its text; -1 without one."""

    @classmethod
    def of(cls, points: Points) -> Ratios:
        """The column `exact` of some points."""
        encoded = pc.dictionary_encode(points.rows["exact"]).combine_chunks()
        if isinstance(encoded, pa.ChunkedArray):
            return cls(points, pa.array([], pa.string()), np.empty(0, np.int64))
        code = encoded.indices.fill_null(-1).to_numpy().astype(np.int64)
        return cls(points, encoded.dictionary, code)

    @cached_property
    def parts(self) -> tuple[Whole, Whole]:
        """Numerator and denominator of each text; denominator 0 if they are too long."""
        lists = pc.split_pattern(self.texts, "/")
        texts, first = lists.flatten(), lists.offsets.to_numpy()[:-1]
        if not len(texts):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        is_short = pc.less_equal(pc.utf8_length(texts), DIGITS)
        numbers = pc.if_else(is_short, texts, "0").cast(pa.int64()).to_numpy()
        length = np.diff(lists.offsets.to_numpy())
        fits = np.logical_and.reduceat(is_short.to_numpy(False), first) & (length <= 2)
        below = np.where(length > 1, numbers[np.minimum(first + 1, len(numbers) - 1)], 1)
        return numbers[first], np.where(fits, below, 0)

    @cached_property
    def nearest(self) -> Floats:
        """The probability of each row as a float, from its ratio if it has one."""
        above, below = self.parts
        by_text = np.divide(above, below, where=below > 0, out=np.zeros(len(below)))
        fits = (below > 0) & (np.maximum(abs(above), below) < EXACT)
        for k in np.flatnonzero(~fits):
            by_text[k] = truediv(*ratio(self.texts[k].as_py()))
        floats = self.points.floats("probability")
        return np.where(self.code >= 0, np.append(by_text, 0.0)[self.code], floats)

    @cached_property
    def is_possible(self) -> Bools:
        """Is the outcome of each row possible, however unlikely?"""
        log = self.points.floats("log10_probability")
        above, below = self.parts
        is_none = np.append((above == 0) & (below > 0), False)[self.code]
        ratio = (self.code >= 0) & ~is_none
        return np.asarray(ratio | (self.nearest != 0) | ((log != 0) & ~np.isnan(log)))

    def probability(self, row: int) -> Fraction | float:
        """The probability of a row, a Fraction where it is known exactly; 0 of row -1."""
        if row < 0:
            return Fraction(0)
        if self.code[row] >= 0:
            return Fraction(self.texts[int(self.code[row])].as_py())
        return float(self.points.floats("probability")[row])

    def off_one(self, answers: Whole) -> Floats:
        """How far from 1 the sums of some answers are, with what they leave out.

        `answers` are places in `Points.start`.
        """
        start, size = self.points.start[answers], self.points.size[answers]
        every = np.repeat(start - (size.cumsum() - size), size) + np.arange(size.sum())
        first = size.cumsum() - size
        above, below = (np.append(part, 0)[self.code[every]] for part in self.parts)
        whole = np.maximum.reduceat(below, first)
        wholes = np.repeat(np.maximum(whole, 1), size)
        factor, rest = np.divmod(wholes, np.maximum(below, 1))
        fits = (below > 0) & (rest == 0) & (above >= 0) & (above <= below)
        fits &= wholes < ROOM // np.repeat(size, size)
        total = np.add.reduceat(np.where(fits, above * factor, 0), first)
        is_one = np.logical_and.reduceat(fits, first) & (total == whole)
        off = np.zeros(len(answers))
        left_out = dict[int, Fraction]()
        if self.points.stated:
            left_out = {k: self._left_out(int(row)) for k, row in enumerate(start)}
            is_one &= [not left_out[k] for k in range(len(start))]
        for k in np.flatnonzero(~is_one).tolist():
            rows = slice(start[k], start[k] + size[k])
            off[k] = self._off_one(rows, left_out.get(k, Fraction(0)))
        return off

    def _left_out(self, row: int) -> Fraction:
        """The probability that the answer with this row leaves out."""
        place = int(self.points.method[row]), int(self.points.point[row])
        stated = self.points.stated.get(place)
        return stated.left_out if stated else Fraction(0)

    def _off_one(self, rows: slice, rest: Fraction) -> float:
        """How far one answer is off, over one denominator: faster than adding Fractions."""
        code = self.code[rows]
        if (code < 0).any():
            return size(sum(map(float, self.points.floats("probability")[rows])) - 1)
        ratios = [ratio(text) for text in self.texts.take(pa.array(code)).to_pylist()]
        ratios.append((rest.numerator, rest.denominator))
        whole = lcm(*{denominator for _, denominator in ratios})
        total = sum(n * (whole // denominator) for n, denominator in ratios)
        return 0.0 if total == whole else size(Fraction(total - whole, whole))


def ratio(exact: str) -> tuple[int, int]:
    """The numerator and the denominator of `p/q` or `p`.

    >>> ratio("5/6"), ratio("1")
    ((5, 6), (1, 1))
    """
    numerator, _, denominator = exact.partition("/")
    return int(numerator), int(denominator or 1)


def size(difference: Fraction | float) -> float:
    """A difference as a float: above 0 even where it is smaller than the smallest float."""
    return abs(float(difference)) or (ulp(0.0) if difference else 0.0)

"""Binary digits of the solution of many equations in whole numbers, from floats (Wan 2006).

Sparse factors in floats solve A x = b about right, which gives the first digits of x. What is left
of b is computed in whole numbers of 64 bits, without rounding, and gives the next digits, with the
same factors. Nothing is proved of the digits: the caller checks the fractions that have them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.linalg import splu

WIDEST, STEP = 40, 8
"""The most bits of a digit, and the step by which they are fewer."""
WORD, MANTISSA = 61, 51
"""The bits of a whole number, and of a float, that may be used."""


class TooHardError(ArithmeticError):
    """Floats can't solve the equations well enough."""


class Equations:
    """The equations A x = b, where A has an inverse without negative entries."""

    def __init__(self, matrix: Mapping[int, Mapping[int, int]]) -> None:
        """TooHardError if floats can't solve them, or an entry is too large."""
        index = {n: i for i, n in enumerate(matrix)}
        rows = [i for i, row in enumerate(matrix.values()) for _ in row]
        columns = [index[m] for row in matrix.values() for m in row]
        entries = [a for row in matrix.values() for a in row.values()]
        self.size = max(sum(map(abs, row.values())) for row in matrix.values()).bit_length()
        if self.size > WORD:
            raise TooHardError
        shape = len(matrix), len(matrix)
        self.matrix: Any = csr_array((np.array(entries, np.int64), (rows, columns)), shape=shape)
        floats = self.matrix.astype(float).tocsc()
        try:  # the diagonal is large, so no row needs to be moved, and fewer entries are filled
            self.factors: Any = splu(floats, "MMD_AT_PLUS_A", options={"SymmetricMode": True})
        except RuntimeError:  # singular in floats
            raise TooHardError from None
        inverse = self.factors.solve(np.ones(len(matrix)))
        if not np.isfinite(inverse).all() or inverse.min() <= 0:
            raise TooHardError
        self.guard = int(inverse.max()).bit_length() + 2
        """Bits of b that are used beyond those of the digits of x: more than an error can move."""
        fits = min(WIDEST, WORD - self.size - self.guard, MANTISSA - self.size - self.guard + 2)
        self.width = fits // STEP * STEP
        if self.width < STEP:
            raise TooHardError

    def digits(self, right: Sequence[int]) -> Digits:
        """The digits of x for b = `right`."""
        return Digits(self, right)


class Digits:
    """The digits of x, of which more can be computed: x = sum of digit k * 2^(lead - width k)."""

    def __init__(self, equations: Equations, right: Sequence[int]) -> None:
        self._equations, self._width = equations, equations.width
        self._sides = _in_digits(right, self._width)
        self._lead = equations.guard + self._width * len(self._sides)
        self._left = np.zeros(len(right), np.int64)
        self._digits = list[NDArray[np.int64]]()

    @property
    def places(self) -> int:
        """The binary places after the point that are known."""
        return self._width * len(self._digits) - self._lead

    def extend(self, places: int) -> None:
        """Compute digits until so many places are known; TooHardError if floats don't do."""
        matrix, factors, guard = (
            self._equations.matrix,
            self._equations.factors,
            self._equations.guard,
        )
        one, most = 1 << self._width, 1 << self._equations.size + guard
        while self.places < places:
            k = len(self._digits)
            left = self._left * one
            if k < len(self._sides):
                left += self._sides[k]
            digit = np.rint(factors.solve(left / (1 << guard)))
            if not abs(digit).max() <= one:  # also if one is no number
                raise TooHardError
            whole = digit.astype(np.int64)
            self._digits.append(whole)
            self._left = left - (matrix @ whole << guard)
            if abs(self._left).max() > most:
                raise TooHardError

    def numbers(self) -> Callable[[int], int]:
        """The function that gives entry i of x as a multiple of 2^-places."""
        digits, carry = np.array(self._digits), np.zeros(len(self._left), np.int64)
        for k in reversed(range(len(digits))):
            digits[k] += carry
            carry = digits[k] >> self._width
            digits[k] &= (1 << self._width) - 1
        size = self._width // STEP
        texts = digits.astype(">i8").view(np.uint8).reshape(*digits.shape, 8)[:, :, 8 - size :]
        above = carry.tolist()

        def number(i: int) -> int:
            return int.from_bytes(texts[:, i].tobytes()) + (above[i] << self._width * len(digits))

        return number


def _in_digits(numbers: Sequence[int], width: int) -> NDArray[np.int64]:
    """The digits of numbers, the first ones first, with the signs of the numbers."""
    count = max(-(-number.bit_length() // width) for number in numbers)
    size = width // STEP
    text = b"".join(abs(number).to_bytes(count * size) for number in numbers)
    parts = np.frombuffer(text, np.uint8).reshape(len(numbers), count, size)
    digits = np.zeros((len(numbers), count), np.int64)
    for k in range(size):
        digits = (digits << STEP) + parts[:, :, k]
    signs = np.array([-1 if number < 0 else 1 for number in numbers])
    return np.asarray(digits.T * signs)

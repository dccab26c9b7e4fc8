"""Random streams by name, and the compiled draws that every kernel shares.

A stream is the 256-bit state of a xoshiro256++ generator (Blackman and Vigna, 2021): an array of
four words, advanced in place. Chunk k of a point draws from the stream whose state is the SHA-256
of (seed, point, k), so the stream is the same on any worker and in any order. NumPy's
generators are as good, but cost a call through a pointer for each draw inside compiled code.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined

Stream = NDArray[np.uint64]

_HALF = np.uint64(0xFFFFFFFF)
_MANY = np.uint64(1 << 28)
_ONE = np.uint64(1)
_32 = np.uint64(32)


def stream(seed: int, name: str, chunk: int = 0) -> Stream:
    """The stream called (seed, name, chunk): uint64 of shape (4,).

    >>> [int(word) % 1000 for word in stream(1, "war", 0)]
    [563, 665, 159, 642]
    """
    digest = sha256(f"{seed}/{name}/{chunk}".encode()).digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)


def generator(state: Stream) -> np.random.Generator:
    """NumPy's generator, started from `state`: for methods that are not compiled.

    >>> int(generator(stream(1, "dice", 0)).integers(1, 7))
    2
    """
    return np.random.Generator(np.random.PCG64([int(bits) for bits in state]))


@inlined
def word(state: Stream) -> Any:
    """The next 64 random bits of `state`."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    mixed = s0 + s3
    drawn = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    state[0] = s0 ^ s3
    state[1] = s1 ^ s2
    state[2] = s2 ^ t
    state[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return drawn


@inlined
def below(state: Stream, bound: int) -> Any:
    """A uniform whole number from 0 to bound - 1, for bound up to 2**31 (Lemire 2019, unbiased)."""
    n = np.uint64(bound)
    scaled = (word(state) >> _32) * n
    if (scaled & _HALF) < n:
        threshold = (_HALF - n + _ONE) % n
        while (scaled & _HALF) < threshold:
            scaled = (word(state) >> _32) * n
    return np.int64(scaled >> _32)


def halves(state: Stream, number: int) -> list[int]:
    """The upper 32 bits of each of the next words, from which `below` draws.

    >>> [half % 1000 for half in halves(stream(1, "dice", 0), 3)]
    [843, 909, 309]
    """
    words = np.empty(number, np.int64)
    _fill(words, state)
    drawn: list[int] = words.tolist()
    return drawn


@compiled
def _fill(words: NDArray[np.int64], state: Stream) -> None:
    for k in range(len(words)):
        words[k] = np.int64(word(state) >> _32)


_NARROW = 2
"""Most bytes of a narrow card."""


@inlined
def shuffle(state: Stream, cards: NDArray[Any], start: int, stop: int) -> None:
    """Shuffle cards[start:stop] so that all orders are equally likely (Fisher and Yates).

    One 32-bit fraction serves several draws: the remainder of a draw is the fraction of the next,
    as long as the product of the bounds stays small (Brackett-Rozinsky and Lemire 2024). If the
    last remainder shows that the draws favoured some order, they are made again. The cards have
    moved by then, but fair draws make any order of any arrangement equally likely.

    For adjacent cards of one or two bytes, groups of draws end earlier, so that a kernel can draw
    the last sixteen two at a time, as War does. Other groups would draw other samples.
    """
    left = stop - start
    is_narrow = cards.itemsize <= _NARROW and cards.strides[0] == cards.itemsize
    early = is_narrow and start + 16 <= len(cards)
    while left > 1:
        first, product = left, _ONE
        fraction = word(state) >> _32
        end = group_end(left) if early else 1
        while left > end and product * np.uint64(left) <= _MANY:
            scaled = fraction * np.uint64(left)
            product *= np.uint64(left)
            fraction = scaled & _HALF
            left -= 1
            here, other = np.uintp(start + left), np.uintp(start) + np.uintp(scaled >> _32)
            cards[here], cards[other] = cards[other], cards[here]
        if favours(fraction, product):
            left = first


@inlined
def group_end(left: int) -> int:
    """How many narrow cards are left when the group of draws that begins at `left` ends."""
    if left > 16:
        return 16
    return 10 - left % 2 if left > 10 else 1


@inlined
def favours(fraction: Any, product: Any) -> Any:
    """True if `fraction`, a remainder, is so small that it favoured some of `product` outcomes."""
    return fraction < product and fraction < (_HALF - product + _ONE) % product

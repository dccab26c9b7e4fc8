"""Random streams by name, and the compiled draws that every kernel shares.

A stream is the 256-bit state of a xoshiro256++ generator (Blackman and Vigna, 2021): an array of
four words, advanced in place. Chunk k of a point draws from the stream whose state is the SHA-256
of (seed, point, k), so it is the same stream on whichever worker and in whatever order. NumPy's
generators are as good, but cost a call through a pointer for each draw inside compiled code.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Stream = NDArray[np.uint64]
compiled = njit(cache=True, nogil=True)

_HALF = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


def stream(seed: int, name: str, chunk: int = 0) -> Stream:
    """The stream called (seed, name, chunk): uint64 of shape (4,).

    >>> [int(word) % 1000 for word in stream(1, "war", 0)]
    [563, 665, 159, 642]
    """
    digest = sha256(f"{seed}/{name}/{chunk}".encode()).digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)


@compiled
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


@compiled
def below(state: Stream, bound: int) -> Any:
    """A uniform whole number from 0 to bound - 1, for bound up to 2**31 (Lemire 2019, unbiased)."""
    n = np.uint64(bound)
    scaled = (word(state) >> _32) * n
    if (scaled & _HALF) < n:
        threshold = (_HALF - n + np.uint64(1)) % n
        while (scaled & _HALF) < threshold:
            scaled = (word(state) >> _32) * n
    return np.int64(scaled >> _32)


@compiled
def shuffle(state: Stream, cards: NDArray[np.uint8], start: int, stop: int) -> None:
    """Put cards[start:stop] in an order as likely as any other (Fisher and Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + below(state, last - start + 1)
        cards[last], cards[other] = cards[other], cards[last]

"""Memory that is not used goes back to the system, of Arrow's and of NumPy's arrays.

Else a run holds a third more than it uses. Children are not asked: to get memory takes longer.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

import pyarrow as pa

M_MMAP_THRESHOLD, LARGE = -3, 2 << 20
"""An option of the C library; blocks of this many bytes and more lie outside its heap."""


def give_back() -> None:
    """Give back what is free now; from now on, large arrays go back when they are freed."""
    pa.set_memory_pool(pa.system_memory_pool())
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        with suppress(AttributeError):  # of another C library
            library.mallopt(M_MMAP_THRESHOLD, LARGE)
            library.malloc_trim(0)

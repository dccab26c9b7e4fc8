"""Return memory that Arrow and NumPy have freed to the system.

Otherwise a run would hold a third more than it uses. Children don't do it: getting memory back from
the system takes longer than computing.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

import pyarrow as pa

M_MMAP_THRESHOLD, LARGE = -3, 2 << 20
"""An option of the C library; blocks of this many bytes and more lie outside its heap."""


def give_back() -> None:
    """Return free memory to the system now, and large arrays as soon as they are freed."""
    pa.set_memory_pool(pa.system_memory_pool())
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        with suppress(AttributeError):  # of another C library
            library.mallopt(M_MMAP_THRESHOLD, LARGE)
            library.malloc_trim(0)

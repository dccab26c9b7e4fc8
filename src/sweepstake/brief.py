"""A process of this program is often brief: what it does without.

A command that answers from what is stored takes half a second of processor time. Without this,
the threads of NumPy's linear algebra would wait for work in another eighth of a second, and what
was imported would be looked through for garbage, again and again, for nearly a quarter.
"""

from __future__ import annotations

import atexit
import gc
import os

FEW, MANY = 50_000, 200_000
"""New objects after which garbage is looked for, in a run with its large frames and in a command.

Python's own 700 are looked through hundreds of times while pandas is imported.
"""


def be_brief(new_objects: int) -> None:
    """Have this process and its children begin and end quickly; before NumPy is imported.

    Garbage is looked for after so many new objects.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(new_objects)
    atexit.register(gc.freeze)

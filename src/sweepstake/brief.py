"""A process of this program is often brief: what it does without.

A command that answers from what is stored takes half a second of processor time. Without this,
the threads of NumPy's linear algebra would wait for work in another eighth of a second, and what
was imported would be looked through for garbage, again and again, for nearly a quarter.
"""

from __future__ import annotations

import atexit
import gc
import os

NEW_OBJECTS = 50_000
"""New objects after which garbage is looked for; Python's 700 are few for frames of pandas."""


def be_brief() -> None:
    """Have this process and its children begin and end quickly; before NumPy is imported."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(NEW_OBJECTS)
    atexit.register(gc.freeze)

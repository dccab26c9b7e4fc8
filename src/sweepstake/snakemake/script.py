"""What the scripts that make checks, tables, plots and the report run in."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sweepstake.snakemake.stop import interrupt_when_told

NEW_OBJECTS = 50_000
"""New objects after which garbage is looked for.

Python's usual 700 take a third of the time of a table of 500,000 rows, whose values are all kept.
"""


@contextmanager
def script() -> Iterator[None]:
    """End this script, without a traceback, when it is told to stop or its Snakemake is gone.

    One that went on would write over what a later run has made.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    interrupt_when_told()
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(130)

"""How long numba has compiled kernels in this process; what it loads from a cache takes no time."""

from __future__ import annotations

import time

from numba.core import event


class _Compiling(event.Listener):  # type: ignore[misc]  # numba has no types
    """Measures from the first compilation that begins to the end of the last that is in it."""

    def __init__(self) -> None:
        self.seconds, self._depth, self._began = 0.0, 0, 0.0

    def on_start(self, event: event.Event) -> None:
        """A kernel, or one that it calls, is compiled from now on."""
        if not self._depth:
            self._began = time.monotonic()
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        """It is compiled."""
        self._depth -= 1
        if not self._depth:
            self.seconds += time.monotonic() - self._began


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def spent() -> float:
    """The seconds spent since this was last asked."""
    seconds, _compiling.seconds = _compiling.seconds, 0.0
    return seconds

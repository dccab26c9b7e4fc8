"""The columns of the tables, in their order, and how each is printed."""

from __future__ import annotations

_SHARES = {f"needs {count} (%)": ".6f" for count in range(7)}

"""Which config made the results of a folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

OWNER = Path("results/.points/.config")
"""A file that names the configs by which the results beside it were made."""


def owner() -> str:
    """The configs that made `results` here, by their paths from here; empty if unknown."""
    try:
        return OWNER.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def note(configs: Sequence[object]) -> None:
    """Write down that these configs make `results` here."""
    with suppress(OSError):
        OWNER.parent.mkdir(parents=True, exist_ok=True)
        OWNER.write_text(f"{paths(configs)}\n", "utf-8")


def paths(configs: Sequence[object]) -> str:
    """Configs by their paths from here."""
    return ", ".join(os.path.relpath(str(config)) for config in configs)

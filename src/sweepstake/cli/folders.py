"""Folders of results: `sweepstake run` gives each config a folder of its own."""

from __future__ import annotations

from pathlib import Path

from sweepstake.text.shown import shown

RESULTS = Path("results")


def of_run(config: Path) -> Path:
    """The folder beside a config that has its name; ValueError if it is a puzzle's."""
    folder = config.parent / config.stem
    if (folder / "__init__.py").exists():
        raise ValueError(
            f"{shown(str(folder))} is the folder of a puzzle, so no results can go there; give "
            f"--directory, or another name to the config"
        )
    return folder


def results(config: Path) -> Path:
    """The results folder of a config: in its own folder, unless only `results` is there."""
    own = config.parent / config.stem / RESULTS
    return RESULTS if RESULTS.is_dir() and not own.is_dir() else own

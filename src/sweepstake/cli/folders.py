"""Folders of results: `sweepstake run` gives each config a folder of its own."""

from __future__ import annotations

from pathlib import Path

from sweepstake.text.shown import shown

RESULTS = Path("results")


def of_run(config: Path) -> Path:
    """The folder beside a config that has its name; ValueError if it is a puzzle's, or a file."""
    folder = config.parent / config.stem
    check(folder)
    if (folder / "__init__.py").exists():
        raise ValueError(
            f"{shown(str(folder))} is the folder of a puzzle, so no results can go there; give "
            f"--directory, or another name to the config"
        )
    return folder


def check(folder: Path) -> None:
    """Raise ValueError if something else than a folder is there."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(
            f"{shown(str(folder))} is a file, so no results can go there; name another folder "
            f"(--directory of `run`, --results of other commands), or rename the config"
        )


def results(config: Path) -> Path:
    """The results folder of a config: in its own folder, unless only `results` is there."""
    own = config.parent / config.stem / RESULTS
    if RESULTS.is_dir() and not own.is_dir():
        return RESULTS
    check(own.parent)
    return own

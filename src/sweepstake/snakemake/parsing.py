"""Functions for the parsing of the Snakefile: mistakes end the run with one line."""

from __future__ import annotations

import builtins
import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from snakemake.logging import logger

from sweepstake import stop
from sweepstake.config.file import Config, read_config
from sweepstake.errors import ClusterError, InputError
from sweepstake.puzzle import register
from sweepstake.run import lock
from sweepstake.snakemake import screen
from sweepstake.text.shown import check_encodable, line, message
from sweepstake.upkeep import owner

MAX_LINE = 300  # characters of a complaint
MAX_REASON = 600  # those of a message of Snakemake's, which ends with what to do
TRACE = re.compile(r"\w+( in file .*)?:|Traceback.*|  .*|.*\^+")
"""Lines of Snakemake's messages that name only classes, files and code."""
UNTOLD = "WorkflowError:\nAt least one job did not complete successfully."
"""What Snakemake says after the errors of the jobs."""
FOLDERS = (".", ".snakemake/locks", ".snakemake", "results")


@contextmanager
def in_one_line() -> Iterator[None]:
    """End the program with one line and exit code 1 if a config, or Dask's, has a mistake."""
    try:
        yield
    except (ValueError, ClusterError) as error:
        sys.exit(line(f"sweepstake: {message(error)}", MAX_LINE))


def check_imports(config: Config) -> None:
    """Raise ValueError if a puzzle's import would end this process, or keep it from ending."""
    names = config.get("puzzles")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        register.check_import(names)


def check_cores(cores: int | None) -> None:
    """Raise ValueError if Snakemake would wait for ever for a core."""
    if cores is not None and cores < 1:
        raise InputError(f"--cores is {cores}; allowed: whole numbers from 1, or all")


def check_writable() -> None:
    """Raise ValueError if Snakemake's notes or our results may not be, or can't be, written."""
    check_encodable(Path.cwd())
    for folder in map(Path, FOLDERS):
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(
                f"{folder if folder.name else folder.absolute()} may not be written; allow it "
                f"(chmod -R u+w), or run in another folder (snakemake --directory FOLDER)"
            )
    lock.check_folder(Path())


def say_errors_in_one_line(record: logging.LogRecord) -> bool:
    """A filter for Snakemake's logger, which would show a traceback for a disk error.

    If Snakemake is so quiet that it doesn't show an error at all, its line is written here, and so
    are warnings of a run that shows bars. A stopped run has a last line of its own.
    """
    error = getattr(builtins, str(getattr(record, "exception", "")), object)
    if issubclass(error, OSError) and record.getMessage().startswith("Traceback"):
        why = record.getMessage().strip().rpartition("\n")[2]
        record.msg, record.args = f"sweepstake: {why}; free or mend the disk, and run again", ()
    if not any(map(_shows(record), logger.handlers)):
        text = record.getMessage()
        if hasattr(record, "exception"):
            if UNTOLD not in text and not stop.is_stopped() and not screen.is_told(text):
                screen.write(_reason(text))
        elif record.levelno == logging.WARNING and screen.replaces_lines():
            screen.write(line(text, MAX_LINE))
    return True


def _shows(record: logging.LogRecord) -> Callable[[logging.Handler], bool]:
    """A test: does a handler show the record to the user?"""
    return lambda handler: (
        not isinstance(handler, logging.FileHandler) and bool(handler.filter(record))
    )


def _reason(message: str) -> str:
    """The line of a message that says why, without the classes and the files of its traceback."""
    lines = [text for text in message.splitlines() if text and not TRACE.fullmatch(text)]
    return line(f"sweepstake: {' '.join(lines).removeprefix('sweepstake: ')}", MAX_REASON)


def check_configs(configs: Sequence[object]) -> None:
    """ValueError for YAML that Snakemake reads and we refuse: a key twice, 010, yes, a date."""
    for config in configs:
        read_config(Path(str(config)))


def other_config(configs: Sequence[object]) -> str:
    """A warning if another config made the results, which the run overwrites; else empty."""
    if (earlier := owner.owner()) in ("", paths := owner.paths(configs)):
        return ""
    warning = (
        f"sweepstake: results/ was made by {earlier}; this run, by {paths}, writes over its "
        f"checks, tables, plots and report (for another folder: --directory FOLDER)"
    )
    return line(warning, MAX_LINE)

"""The command line of a Snakemake run, whose configs are checked before Snakemake reads them.

Snakemake reads what `--configfile` and `--config` name before it reads the Snakefile, without a
bound: aliases of aliases keep it busy for ever, and a list inside a thousand lists is a traceback.
The default profile is read earlier still, and may run Python; so it calls `check_arguments`. The
Snakefile calls `check` as well, for runs without the profile.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sweepstake.config import valid
from sweepstake.config.file import read_config
from sweepstake.config.keys import KEYS
from sweepstake.text.shown import line, shown

EXECUTOR = re.compile(r"^executor:\s*[\"']?([\w-]+)", re.MULTILINE)
HERE = {"", "local", "slurm-jobstep"}
"""Executors of jobs on the same machine; the last one runs inside a job of Slurm's."""
MOST_LINE = 300  # characters of a complaint


@contextmanager
def in_one_line() -> Iterator[None]:
    """A ValueError ends the program with one line and exit code 1."""
    try:
        yield
    except ValueError as error:
        sys.exit(line(f"sweepstake: config: {error}", MOST_LINE))


def check(paths: Iterable[str | Path]) -> None:
    """Raise ValueError if a config can't be read or has other keys than a config may have.

    Snakemake takes some other keys as its own (`pathvars`, `__use_yte__`).
    """
    for path in paths:
        valid.known("top level", read_config(Path(path)), KEYS)


def check_arguments(arguments: Sequence[str] | None = None) -> None:
    """Stop with one line if a config that Snakemake's command line names is not valid."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--configfile", "--configfiles", nargs="+", default=[])
    parser.add_argument("--config", "-C", nargs="*", default=[])
    parser.add_argument("--directory", "-d", default="")
    given, _ = parser.parse_known_args(arguments)
    with in_one_line():
        valid.folder(given.directory)
        check(given.configfile)
        for entry in given.config:
            _check_entry(entry)


def jobs_elsewhere(arguments: Sequence[str] | None = None) -> bool:
    """Does Snakemake's command line name an executor of jobs elsewhere, or a profile that does?"""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--executor", "-e", default="")
    parser.add_argument(
        "--profile", nargs="+", default=os.environ.get("SNAKEMAKE_PROFILE", "").split()
    )
    parser.add_argument("--workflow-profile", nargs="+", default=[])
    given, _ = parser.parse_known_args(arguments)
    profiles = [*given.workflow_profile, *given.profile]
    named = [given.executor] if given.executor else map(_executor, profiles)
    return bool({*named} - HERE)


def _executor(profile: str) -> str:
    """The executor that a profile names; empty if it names none."""
    folders = (Path(profile), Path.home() / ".config" / "snakemake" / profile)
    files = [Path(profile), *(file for folder in folders for file in folder.glob("config*.yaml"))]
    said = [EXECUTOR.findall(file.read_text()) for file in files if file.is_file()]
    return next((name for names in said for name in names), "")


def _check_entry(entry: str) -> None:
    key, equals, value = entry.partition("=")
    if not equals:
        raise ValueError(f"--config is {shown(entry)}; write it as KEY=VALUE")
    valid.known("--config", {key: value}, KEYS)

"""The command line: parse, call, print. What can be asked and shown stands in the puzzles."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sweepstake.cli import asking, clusters, puzzles, sweeps
from sweepstake.config.doors import local


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, 2 after one line on standard error, or 130 if stopped."""
    try:
        parser = _parser()
        given, more = parser.parse_known_args(arguments)
        if more and "more" not in given:
            parser.error(f"unrecognized arguments: {' '.join(more)}")
        given.more = more
        if "results" in given:
            given.results = local(given.results)
        given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        print("sweepstake: stopped", file=sys.stderr)
        return 130
    except (ValueError, RuntimeError, OSError) as error:
        print(f"sweepstake: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "sweepstake", description="Exact odds and large simulations for games of chance."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (asking, sweeps, puzzles, clusters):
        group.add(commands)
    return parser

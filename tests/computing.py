"""Sweeps that tests compute in their own process, as the workflow's rule does."""

from sweepstake.run import compute


def run(sweep, results, workers=2):
    """Leave the table of `sweep` below `results`; the lines told, none if all is stored."""
    lines = []
    compute.run(sweep, results, workers, compute.Listener(lines.append))
    return lines

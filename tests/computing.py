"""Sweeps of a config, which tests compute in their own process as the workflow's rule does."""

from sweepstake.config import spec
from sweepstake.report.page.contents import contents
from sweepstake.run import compute
from sweepstake.snakemake import steps


def config(question, *blocks, **more):
    """A config of the sweep `s`."""
    return {**more, "sweeps": {"s": {"question": question, "points": [*blocks]}}}


def sweep(question, *blocks, **more):
    """The sweep of such a config."""
    return spec.sweep(config(question, *blocks, **more), "s")


def run(sweep, results, workers=2):
    """Leave the table of `sweep` below `results`; the lines told, none if all is stored."""
    lines = []
    compute.run(sweep, results, workers, compute.Listener(lines.append))
    return lines


def show(config, results):
    """Check what is stored below `results` and make all of it, as the workflow's rules do."""
    for name in ("tables", "plots", ".page"):
        (results / name).mkdir(exist_ok=True)
    checks = ("checks.csv", "tables/coverage.csv", "log")
    steps.check(config, *(str(results / name) for name in checks))
    for puzzle in contents(config).puzzles:
        steps.show(config, puzzle.name, results)
    files = ("report.html", "tables/findings.csv", "tables/findings.md")
    steps.report(config, *(str(results / name) for name in files))

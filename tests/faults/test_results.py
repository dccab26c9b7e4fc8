"""Damage to what a run has made: the next run makes it again, to the same bytes."""

from pathlib import Path
from random import Random

import pytest

from faults.campaign import damage
from running import snakemake

CONFIG = """
sweeps:
  war:
    question: war_sweep
    points:
      - grid: {ranks: [2, 4], suits: [1, 2]}
        methods: {exact: , formula: , simulate: {trials: 1000}}
"""
ROUNDS, MOST = 4, 5
"""Times that files are damaged, and how many at most."""


def mended(folder: Path, files: list[Path]) -> None:
    """Have the next run make the damaged `files` again. `sweepstake verify` is to do this.

    Snakemake misses no file that nothing else is made of, as a table in Markdown. All that is shown
    is made again after the checks.
    """
    for file in [*files, folder / "results" / "checks.csv"]:
        file.unlink(missing_ok=True)


def run(folder):
    done = snakemake("--configfile", folder / "config.yaml", "--cores", "1", cwd=folder)
    assert done.returncode == 0, done.stderr


def made(folder):
    """What a run has made, by path; when it was computed stands in the report and in `runs`."""
    results = folder / "results"
    kinds = ("data/*", "tables/*", "plots/*.svg", ".page/*", "checks.csv")
    return {path: path.read_bytes() for kind in kinds for path in sorted(results.glob(kind))}


@pytest.mark.parametrize("seed", range(2))
def test_damaged_tables_checks_and_plots_are_made_again_to_the_same_bytes(tmp_path, seed):
    (tmp_path / "config.yaml").write_text(CONFIG)
    run(tmp_path)
    before, rng = made(tmp_path), Random(seed)
    assert len(before) > 8
    for _ in range(ROUNDS):
        files = rng.sample([*before], rng.randint(1, MOST))
        mended(tmp_path, [p for file in files for p in rng.choice(damage.ANY)(rng, [file])])
        run(tmp_path)
        assert made(tmp_path) == before

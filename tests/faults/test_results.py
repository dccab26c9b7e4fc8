"""Damage to what a run has made: the next run makes it again, to the same bytes."""

from random import Random

import pytest

from faults.campaign import damage
from running import snakemake, some
from sweepstake import cli

CONFIG = """
sweeps:
  war:
    question: war_sweep
    points:
      - grid: {ranks: [2, 4], suits: [1, 2]}
        methods: {exact: , formula: , simulate: {trials: 1000}}
"""
MOST = 5
"""How many files are damaged at once, at most; all of them if there is one round only."""


def run(folder):
    done = snakemake("--configfile", folder / "config.yaml", "--cores", "1", cwd=folder)
    assert done.returncode == 0, done.stderr


def made(folder):
    """What a run has made, by path; when it was computed stands in the report and in `runs`."""
    results = folder / "results"
    kinds = ("data/*", "tables/*", "plots/*.svg", "checks.csv")
    return {path: path.read_bytes() for kind in kinds for path in sorted(results.glob(kind))}


@pytest.mark.parametrize(("seed", "rounds"), some([(0, 1), (0, 4), (1, 4), (2, 4)], [(0, 1)]))
def test_damaged_tables_checks_and_plots_are_made_again_to_the_same_bytes(tmp_path, seed, rounds):
    (tmp_path / "config.yaml").write_text(CONFIG)
    run(tmp_path)
    before, rng = made(tmp_path), Random(seed)
    assert len(before) == 8
    for _ in range(rounds):
        files = rng.sample([*before], rng.randint(1, MOST)) if rounds > 1 else before
        for file in files:
            rng.choice(damage.ANY)(rng, [file])
        assert cli.main(["verify", "--results", str(tmp_path / "results")]) == 2
        run(tmp_path)
        assert made(tmp_path) == before

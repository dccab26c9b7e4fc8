"""The built wheel alone, in an empty folder: a new puzzle, checked, run, and used by a workflow."""

import shutil
import subprocess
import sys

import pandas as pd
import pytest

from running import ROOT, python

OUTER = """
configfile: "mine.yaml"

module odds:
    snakefile: "SNAKEFILE"
    config: config["odds"]
    prefix: "odds"

use rule * from odds as odds_*

rule mean:
    default_target: True
    input: "odds/results/data/coin_heads.parquet", rules.odds_all.input
    output: "mean.txt"
    script: "mean.py"
"""

BUILT_FROM = (
    *("pyproject.toml", "README.md", "LICENSE"),
    *("Snakefile", "config", "profiles", "workflow", "src"),
)
MEAN = """
import pandas as pd
open(snakemake.output[0], "w").write(str(len(pd.read_parquet(snakemake.input[0]))))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A command's output, run in a folder where nothing but the wheel has this package."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in BUILT_FROM:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    for kind in (("wheel", "-w", folder, source), ("install", "--target", folder / "site")):
        named = [*folder.glob("*.whl")] if kind[0] == "install" else []
        pip = [sys.executable, "-m", "pip", *kind, *named, "--no-deps", "-q"]
        subprocess.run([*pip, *(["--no-build-isolation"] * (not named))], check=True)
    empty = folder / "empty"
    empty.mkdir()

    def run(*command, cwd=empty):
        return python("-m", *command, cwd=cwd, PYTHONPATH=str(folder / "site")).stdout

    run.folder = empty
    run("sweepstake.cli", "new", "coin")
    return run


def test_a_new_puzzle_keeps_its_promises(installed):
    assert "6 passed" in installed("pytest", "-q", "-p", "no:cacheprovider", "test_coin.py")


def test_a_config_runs_without_a_clone_and_other_arguments_go_to_snakemake(installed):
    installed("sweepstake.cli", "run", "coin.yaml", "--cores", "2", "--quiet")
    results = installed.folder / "coin" / "results"
    frame = pd.read_parquet(results / "data" / "coin_heads.parquet")
    assert frame.query("method == 'states' and tosses == 10 and p == '1/2' and heads == 5")[
        "exact"
    ].tolist() == ["63/256"]
    assert (results / "plots" / "coin_heads.svg").exists()
    assert 'id="chart-coin_heads-1"' in (results / "report.html").read_text()
    assert set(pd.read_csv(results / "checks.csv")["verdict"]) == {"agrees"}


def test_another_workflow_uses_it_as_a_module(installed):
    path = installed("sweepstake.cli", "snakefile").strip()
    assert path.endswith("sweepstake/workflow/Snakefile")
    folder = installed.folder / "outer"
    folder.mkdir()
    (folder / "Snakefile").write_text(OUTER.replace("SNAKEFILE", path))
    (folder / "mean.py").write_text(MEAN)
    config = (installed.folder / "coin.yaml").read_text().replace("[coin.py]", "[../coin.py]")
    indented = "".join(f"  {line}\n" for line in config.splitlines())
    (folder / "mine.yaml").write_text(f"other: 1\nodds:\n{indented}")
    installed("snakemake", "--cores", "2", "--quiet", cwd=folder)
    rows = pd.read_parquet(folder / "odds" / "results" / "data" / "coin_heads.parquet")
    assert int((folder / "mean.txt").read_text()) == len(rows)
    assert 'id="chart-coin_heads-1"' in (folder / "odds" / "results" / "report.html").read_text()

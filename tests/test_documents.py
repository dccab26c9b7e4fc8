"""What the READMEs say, run as it stands there."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import dask
import pytest
import yaml

from running import ROOT
from sweepstake.cluster import settings
from sweepstake.config import spec
from sweepstake.puzzle import register

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = ("README.md", "config/README.md", "results/README.md")
BIN = Path(sys.executable).parent


def blocks(language):
    return [
        pytest.param(text, id=f"{page}-{number}")
        for page in PAGES
        for number, (kind, text) in enumerate(BLOCK.findall((ROOT / page).read_text()))
        if kind == language
    ]


def run(command, folder):
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": path},
    )


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run_after_a_run(code, tiny):
    ran = run([sys.executable, "-W", "error", "-c", code], tiny)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize("code", blocks("sh"))
def test_commands_run_or_are_targets_of_the_makefile(code, tiny):
    for line in code.splitlines():
        command = shlex.split(line, comments=True)
        if command[0] == "make":
            assert f"\n{command[1]}:" in (ROOT / "Makefile").read_text()
        else:
            ran = run(command, tiny)
            assert ran.returncode == 0, ran.stderr
            assert ran.stdout


def test_the_page_on_your_own_puzzle_runs_as_it_stands(tmp_path):
    page = (ROOT / "docs" / "your-own-puzzle.md").read_text()
    code = {}
    for language, text in BLOCK.findall(page):
        code.setdefault(language, []).append(text)
    for line in "".join(code["sh"]).splitlines():
        ran = run(shlex.split(line, comments=True), tmp_path)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    puzzle, promises = code["python"]
    (tmp_path / "dice.py").write_text(puzzle)
    ran = run(["sweepstake", "check", "dice.py"], tmp_path)
    assert ran.returncode == 0, ran.stdout
    ran = run([sys.executable, "-W", "error", "-c", promises], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("is kept") == 6


@pytest.mark.parametrize("code", blocks("yaml"))
def test_configs_in_the_manuals_are_good(code):
    config = yaml.safe_load(code)
    if "sweeps" in config:
        assert spec.sweeps(config)
    else:
        said = config["sweepstake"]
        assert set(said) <= {"cluster", "limits", "store"}
        with dask.config.set(config):
            assert bool(settings.cluster()) == ("cluster" in said)
            assert settings.limits()
        if "store" in said:  # which Arrow reads, but which is nowhere
            from pyarrow.fs import S3FileSystem

            assert said["store"].startswith("s3://")
            assert S3FileSystem.from_uri(said["store"])


def test_every_question_and_column_stands_in_the_data_dictionary():
    page = (ROOT / "results" / "README.md").read_text()
    for question in register.questions().values():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{question.name}` |"))
        for column in (*question.parameters, *question.outcomes):
            assert f"`{column.name}`" in row


def test_every_finding_stands_in_the_readme_with_the_file_that_shows_it():
    page = " ".join((ROOT / "README.md").read_text().split())
    for puzzle in register.puzzles().values():
        for finding in puzzle.findings:
            assert " ".join(finding.asked.split()) in page
            assert " ".join(finding.answer.split()) in page
            assert finding.shown_by in page


def test_every_point_of_the_default_config_has_another_method_as_the_readme_says():
    """That they agree is what `snakemake` checks; here, that each is asked for a second way."""
    config = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    points = [p for sweep in spec.sweeps(config).values() for p in sweep.points]
    points = [point for point in points if point.by.kind != "approximate"]
    methods = Counter((point.question, point.params) for point in points)
    assert [at for at, count in methods.items() if count < 2] == []
    page = " ".join((ROOT / "README.md").read_text().split())
    said = (
        f"each of the {len(points):,} points of `config/config.yaml` that are no approximations is"
    )
    assert said in page

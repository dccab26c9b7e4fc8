"""What a run shows: bars on a terminal, else a line for each sweep; its answers; how it stops."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import waiting
from running import ROOT, sweepstake
from sweepstake.config.file import read_config
from sweepstake.report.page.contents import contents
from sweepstake.snakemake import ending, steps

CLI, SNAKEMAKE = ("-m", "sweepstake.cli", "run"), ("-m", "snakemake", "-s", ROOT / "Snakefile")
OF_SNAKEMAKE = ("jobid", "Building DAG", "Select jobs", "Elapsed time", "Complete log")
ALONE = """
sweeps:
  lengths:
    question: war_length
    points: [{grid: {ranks: 2, suits: 2, down: [0, 1]}, methods: {simulate: {trials: 2000}}}]
"""
"""A simulation that nothing is compared with."""


def ask(folder, chunks, *names, method="simulate"):
    (folder / "waits.yaml").write_text(json.dumps(waiting.config(chunks, *names, method=method)))


def run(*words, cwd, code=0):
    """A run whose paths are told from the folder in which the tests began."""
    return sweepstake("run", *words, cwd=cwd, code=code)


def on_terminal(*words, cwd):
    """All that a terminal gets from a run."""
    ours, its = pty.openpty()
    env = {**os.environ, "PWD": str(cwd), "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    command = [sys.executable, *map(str, words)]
    with subprocess.Popen(command, cwd=cwd, stdout=its, stderr=its, env=env) as ran:
        os.close(its)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # how Linux ends a terminal
            pass
    os.close(ours)
    assert ran.returncode == 0, shown.decode()
    return shown.decode()


def test_a_terminal_gets_bars_in_place_and_then_the_answers(tmp_path):
    ask(tmp_path, 40)
    shown = on_terminal(*CLI, "waits.yaml", cwd=tmp_path)
    above, _, below = shown.rpartition("\x1b[2K")
    assert re.search(r"waits +\S*━", above)
    assert re.search(r"\d of 8 answers", above)
    assert re.search(r"\d%, about \S+ \w+ left", above)
    assert below.replace("\x1b[?25h", "").lstrip("\r\n").startswith("waits.yaml: finished in ")
    assert not [words for words in OF_SNAKEMAKE if words in shown]
    scrolled = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", above).splitlines()
    scrolled = [line for line in scrolled if line and "━" not in line]
    assert len(scrolled) == 2, scrolled  # the folder, and the profile
    [log] = (tmp_path / "waits/.snakemake/log").iterdir()
    text = log.read_text()
    assert [words for words in OF_SNAKEMAKE if words in text] == [*OF_SNAKEMAKE]
    assert "rule sweep:" in text


def test_elsewhere_each_sweep_has_a_line_and_the_answers_come_again_without_work(tmp_path):
    ask(tmp_path, 8, "first", "second")
    first = run("waits.yaml", cwd=tmp_path)
    _, profile, *lines = first.stderr.splitlines()
    assert "profile" in profile
    assert lines[2] == "now: check"
    lines = [line for line in lines if not line.startswith("now: ")]
    found = [re.fullmatch(r"(\w+): 8 answers; (\d) of 2 sweeps finished", line) for line in lines]
    assert {match[1] for match in found} == {"first", "second"}
    assert [match[2] for match in found] == ["1", "2"]
    again = run("waits.yaml", cwd=tmp_path)
    assert len(again.stderr.splitlines()) == 2
    head, *answers = first.stdout.splitlines()
    assert "/waits.yaml: finished in " in head
    new = "computed 16 answers by all methods: 16 new, 0 stored, 0 failed"
    stored = "computed 16 answers by all methods: 0 new, 16 stored, 0 failed"
    assert new in answers
    expected = [stored if line == new else line for line in answers]
    head, *lines = again.stdout.splitlines()
    assert head.endswith("/waits.yaml: up to date")
    assert lines == expected
    report, table, _ = answers[-3:]
    assert re.fullmatch(r"report   \S+/waits/results/report.html", report)
    assert re.fullmatch(r'pandas   pd.read_parquet\("\S+/data/first.parquet"\)', table)
    assert "answers by all methods" not in run("waits.yaml", "-n", cwd=tmp_path).stdout
    part = run("waits.yaml", "results/data/first.parquet", cwd=tmp_path)
    assert part.stdout == ""


def test_the_answers_are_those_of_the_report_in_a_hundred_columns(tiny, monkeypatch, root):
    monkeypatch.chdir(tiny)
    monkeypatch.setenv("PWD", str(tiny))
    config = read_config(root / "config" / "tiny.yaml")
    made = contents(config)
    lines = [*ending.answers(made, "tiny.yaml", steps.sizes(config))]
    assert lines[0] == "tiny.yaml: up to date"
    assert "    Once in 319 million games   exact; two methods agree" in lines
    assert [line for line in lines if line in {p.title for p in made.puzzles}] == [
        puzzle.title for puzzle in made.puzzles
    ]
    assert max(map(len, lines[:-1])) <= ending.WIDTH
    assert 20 < len(lines) < 30
    assert any("checks, 0 failed; " in line for line in lines)
    assert lines[-1].endswith("sweepstake answer war_sweep ranks=13 suits=4")


def test_a_simulation_alone_is_not_said_to_lack_confirmation(tmp_path):
    (tmp_path / "alone.yaml").write_text(ALONE)
    printed = run("alone.yaml", cwd=tmp_path).stdout
    assert "2 answers are not compared with another method" in printed
    assert "confirmed" not in printed
    page = (tmp_path / "alone/results/report.html").read_text()
    assert "The 2 answers of this run are not compared with another method" in page


def test_who_asks_for_snakemakes_lines_gets_them_and_the_answers(tmp_path):
    (tmp_path / "alone.yaml").write_text(ALONE)
    ran = run("alone.yaml", "--quiet", "host", cwd=tmp_path)
    assert [words for words in OF_SNAKEMAKE if words in ran.stderr] == [*OF_SNAKEMAKE]
    assert "lengths: 2 points, 0 stored, 2 to compute" in ran.stderr
    assert "alone/results/report.html" in ran.stdout
    assert run("alone.yaml", "--quiet", "all", cwd=tmp_path).stdout == ""


@pytest.mark.parametrize("words", [CLI, SNAKEMAKE])
def test_a_stopped_run_ends_in_a_line_that_says_how_much_is_stored(words, tmp_path):
    """From `sweepstake run` with 130, as shells say it of Ctrl-C; Snakemake has one code."""
    config = waiting.config(400)
    points = [{"grid": {"cards": [1, 2, 3]}, "methods": ["exact"]}]
    config["sweeps"]["quick"] = {"question": "guess_win", "points": points}
    (tmp_path / "waits.yaml").write_text(json.dumps(config))
    command = [
        *words,
        *(("waits.yaml", "-d", ".") if words == CLI else ("--configfile", "waits.yaml")),
    ]
    with (tmp_path / "said").open("w") as said:
        ran = subprocess.Popen(
            [sys.executable, *map(str, command)], cwd=tmp_path, stdout=said, stderr=said,
            start_new_session=True,
        )  # fmt: skip
    quick, waits = tmp_path / "results/data/quick.parquet", tmp_path / "results/.points"
    while not (quick.exists() and [*waits.glob("waiting*/*/*.parquet")]):
        assert ran.poll() is None
        time.sleep(0.1)
    os.killpg(ran.pid, signal.SIGINT)
    assert ran.wait(300) == (130 if words == CLI else 1)
    lines = [line for line in (tmp_path / "said").read_text().splitlines() if "runs in" not in line]
    assert "profile" in lines[0]
    assert lines[1:-1] == ["quick: 3 answers; 1 of 2 sweeps finished"]
    assert lines[-1] == "stopped; 3 of 11 answers are stored; run again to go on"


FAULTY = '''
from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Puzzle

def faulty_pips(draw, sides):
    """What does a die show?"""
    if sides == 3:
        raise ArithmeticError("three sides are no die")
    return draw.die(sides)

OUTCOME = Column("pips", "int", "points of the die")
GAME = Game(faulty_pips, parameters=(Parameter("sides", "sides", 2, 9),), outcomes=(OUTCOME,))
PUZZLE = Puzzle("faulty", (GAME,))
'''
FAULTY_CONFIG = """
puzzles: [faulty.py]
sweeps:
  pips:
    question: faulty_pips
    points: [{grid: {sides: [2, 3, 4]}, methods: [states]}]
"""


def test_a_failed_point_is_named_with_its_error_and_its_traceback(tmp_path):
    (tmp_path / "faulty.py").write_text(FAULTY)
    (tmp_path / "faulty.yaml").write_text(FAULTY_CONFIG)
    ran = run("faulty.yaml", cwd=tmp_path, code=1)
    assert ran.stdout == ""
    _, _, why, last = ran.stderr.splitlines()
    assert why.startswith("sweepstake: pips: 1 of 3 points failed, the rest is stored; first: ")
    assert "sides=3 states: ArithmeticError: three sides are no die (faulty.py, line 8)" in why
    assert Path(re.search(r"with tracebacks: (\S+);", why)[1]).exists()
    assert last == "0 of 1 sweeps finished; what is stored is kept"


@pytest.mark.parametrize("text", ["sweeps:\n\tx: 1", "sweep: 1", "sweeps: {x: {question: no}}"])
def test_a_run_and_a_plan_say_the_same_of_a_mistake(text, tmp_path):
    (tmp_path / "bad.yaml").write_text(text)
    planned = sweepstake("plan", "--config", "bad.yaml", cwd=tmp_path, code=2)
    ran = run("bad.yaml", cwd=tmp_path, code=2)
    assert ran.stderr.splitlines()[-1:] == planned.stderr.splitlines()

"""The workflow as a user runs it: real Snakemake, real Dask, real files."""

import re
from itertools import chain

import pandas as pd
import pytest

from running import snakemake
from sweepstake.config.file import read_config
from sweepstake.report.page.contents import contents


@pytest.fixture
def config(root):
    return ("--configfile", root / "config" / "tiny.yaml")


def test_a_run_leaves_every_artefact_that_its_config_calls_for(tiny, root):
    made = contents(read_config(root / "config" / "tiny.yaml"))
    results = tiny / "results"
    assert {p.stem for p in (results / "data").glob("*.parquet")} == {
        *chain(*made.by_question.values())
    }
    for folder, names, endings in (
        ("tables", [*made.tables, "findings"], ("csv", "md")),
        ("plots", made.plots, ("svg", "png")),
    ):
        there = {path.name for path in (results / folder).iterdir()} - {"coverage.csv"}
        assert there == {f"{name}.{ending}" for name in names for ending in endings}
        assert all(path.stat().st_size > 40 for path in (results / folder).iterdir())


def test_every_check_agrees_and_every_question_is_checked_twice_over(tiny):
    checks = pd.read_csv(tiny / "results" / "checks.csv")
    assert set(checks["verdict"]) <= {"agrees", "for comparison"}
    both = checks[checks["methods"].str.contains(",")]
    assert len(both) > 20
    coverage = pd.read_csv(tiny / "results" / "tables" / "coverage.csv").set_index("question")
    assert (coverage["confirmed"] + coverage["nothing"] <= coverage["answers"]).all()
    assert (coverage.loc[["guess_streak", "hands_moves", "coins_moves"], "nothing"] == 0).all()


def test_snakemakes_own_report_shows_every_table_and_plot(tiny, config, root, tmp_path):
    snakemake(*config, "--report", tmp_path / "workflow.html", cwd=tiny)
    report = (tmp_path / "workflow.html").read_text()
    made = contents(read_config(root / "config" / "tiny.yaml"))
    assert all(name in report for name in [*made.tables, *made.plots])


def test_another_seed_has_sweeps_run_again(tiny, config):
    said = snakemake(*config, "-n", "--config", "seed=2", cwd=tiny)
    assert "sweep " in said.stdout.partition("Job stats:")[2]
    before = snakemake(*config, "-n", cwd=tiny)
    assert "Nothing to be done" in before.stdout + before.stderr  # looking has changed nothing


def test_a_bad_config_stops_the_run_with_one_line_before_any_work(root, tmp_path):
    text = (root / "config/tiny.yaml").read_text()
    (tmp_path / "bad.yaml").write_text(text.replace("ranks: [2, 4]", "ranks: [0, 4]", 1))
    said = snakemake("--configfile", "bad.yaml", cwd=tmp_path, code=1)
    assert "Traceback" not in said.stderr
    [line] = [line for line in said.stderr.splitlines() if line.startswith("sweepstake:")]
    assert "ranks is 0; allowed: " in line
    assert not (tmp_path / "results").exists()


def test_a_mistake_in_dasks_configuration_is_told_in_one_line(config, tmp_path):
    said = snakemake(*config, "-n", cwd=tmp_path, code=1, DASK_SWEEPSTAKE__CLUSTER__WAITS="5")
    assert "Traceback" not in said.stderr
    [line] = [line for line in said.stderr.splitlines() if line.startswith("sweepstake: ")]
    assert "unknown key 'waits'" in line


def test_snakemake_is_told_of_a_run_without_cores(config, tmp_path):
    said = snakemake(*config, "--cores", "0", cwd=tmp_path, code=1)
    assert "sweepstake: --cores is 0; allowed: " in said.stderr


DICE = '''
"""Dice: a fifth puzzle."""

from collections import Counter
from itertools import product

from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Question, Size


def pips(dice):
    return Counter(map(sum, product(range(1, 7), repeat=dice)))


def loaded(dice):
    return {dice: 1}


DICE = Question(
    "dice_pips",
    "How many pips do the dice show?",
    (Parameter("dice", "number of dice", 1, 20),),
    (Column("pips", "int", "sum of the pips"),),
    {name: Method(play, "exact", lambda dice: 1e-4)
     for name, play in (("exact", pips), ("loaded", loaded))},
    size=Size("the number of dice", lambda dice: dice), small=({"dice": 2},),
)
PUZZLE = Puzzle("dice", (DICE,), title="Dice", source="tests")
'''
DICE_CONFIG = """
puzzles: [dice.py]
sweeps:
  dice_pips:
    question: dice_pips
    points: [{grid: {dice: [1, 2, 3]}, methods: [METHODS]}]
"""


AND_GUESSES = """
  guess_win:
    question: guess_win
    points: [{grid: {cards: [1, 2, 3]}, methods: [exact]}]
"""


@pytest.fixture
def ask_dice(tmp_path):
    """`ask_dice(methods)`: the workflow, run in a folder with dice.py and a config of theirs."""
    (tmp_path / "dice.py").write_text(DICE)

    def ask(methods, more="", targets=(), code=0):
        (tmp_path / "dice.yaml").write_text(DICE_CONFIG.replace("METHODS", methods) + more)
        return snakemake(*targets, "--configfile", "dice.yaml", cwd=tmp_path, code=code)

    return ask


def test_another_directory_takes_the_results_of_the_same_config(root, tmp_path):
    said = snakemake("-n", cwd=tmp_path)
    assert "guess_win" in said.stdout


@pytest.mark.system
def test_methods_that_disagree_fail_the_run_and_so_does_a_published_value(ask_dice, tmp_path):
    """The page begins with what disagrees; what a puzzle declares to be shown counts for it."""
    said = ask_dice("exact, loaded", code=1)
    assert "check failed: dice_pips dice=2 (exact, loaded)" in said.stderr
    assert "; furthest apart at pips=" in said.stderr
    checks = pd.read_csv(tmp_path / "results" / "checks.csv")
    assert (checks["verdict"] == "fails").sum() == 3
    page = (tmp_path / "results" / "report.html").read_text()
    assert page.index("3 checks have failed") < page.index('class="said"')
    assert "in doubt</i>: 3 checks have failed" in page
    again = ask_dice("exact, loaded", code=1)
    assert re.search(r"3 of \d+ checks failed; see \S*results/report.html", again.stderr)
    ask_dice("exact")
    page = (tmp_path / "results" / "report.html").read_text()
    assert 'class="failed"' not in page
    assert "in doubt</i>" not in page
    frame = pd.read_parquet(tmp_path / "results" / "data" / "dice_pips.parquet")
    assert frame.query("dice == 2 and pips == 7")["exact"].tolist() == ["1/6"]
    table = pd.read_csv(tmp_path / "results" / "tables" / "dice_pips.csv")
    assert table["mean pips"].tolist() == pytest.approx([3.5, 7, 10.5])
    assert (tmp_path / "results" / "plots" / "dice_pips.svg").stat().st_size > 1_000

    def edited(old, new, code=0):
        text = (tmp_path / "dice.py").read_text()
        assert old in text
        (tmp_path / "dice.py").write_text(text.replace(old, new))
        return ask_dice("exact", code=code)

    edited('source="tests"', 'source="a box of dice"')
    assert "a box of dice" in (tmp_path / "results" / "report.html").read_text()
    wrong = edited("small=(", 'published=(Published({"dice": 2}, 7, "1/7"),), small=(', code=1)
    assert "check failed: dice_pips" in wrong.stderr


@pytest.mark.system
def test_a_change_of_a_puzzles_code_has_that_puzzle_computed_again_and_no_other(ask_dice, tmp_path):
    names = "dice_pips", "guess_win"
    only = [f"results/data/{name}.parquet" for name in names]

    def started():
        ask_dice("exact", AND_GUESSES, only)
        runs = tmp_path / "results" / "runs"
        return [set(pd.read_parquet(runs / f"{name}.parquet")["started"]) for name in names]

    def edited(line):
        with (tmp_path / "dice.py").open("a") as puzzle:
            puzzle.write(line)
        return started()

    dice, guesses = started()
    assert edited("# another way to say the same\n") == [dice, guesses]
    later, same = edited("OTHER = True\n")
    assert dice.isdisjoint(later)
    assert same == guesses

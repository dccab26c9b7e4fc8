import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import dask
import psutil
import pytest

import sweepstake
from running import GOOD, ROOT, TOSS, on_terminal, python
from running import sweepstake as command
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.run.chunk import Limits

SWEEPSTAKE = Path(sys.executable).with_name("sweepstake")


def test_an_answer_in_json_is_a_list_of_row_objects(said):
    words = ("coins=13", "sides=4", "--method", "exact", "--format", "json")
    lost, won = json.loads(said("answer", "toy_won", *words))
    assert won["won"] is True
    assert won["probability"] == 1 / 32768
    assert won["exact"] == "1/32768"
    assert won["count"] is None
    assert list(lost) == [
        *("question", "coins", "sides", "method", "won", "probability", "exact"),
        *("log10_probability", "count", "trials", "standard_error", "low", "high", "left_out"),
    ]


@pytest.mark.parametrize(("closed", "printed"), [("1>&-", False), ("2>&-", True)])
def test_a_closed_stream_gets_nothing_and_the_command_goes_on(closed, printed):
    line = f"{SWEEPSTAKE} answer guess_win cards=3 {closed}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr, "83% of games" in ran.stdout) == (0, "", printed)


def test_a_long_seed_is_not_rounded(capsys):
    ask = {"method": "simulate", "trials": 1000, "coins": 13, "sides": 2, "wait": 0}
    words = ["answer", "toy_rolls", "coins=13", "sides=2", "wait=0", "--method", "simulate"]
    printed = []
    for seed in (2**53, 2**53 + 1, 2**63 - 1):
        cli.main([*words, "--trials", "1000", "--seed", str(seed), "--format", "csv"])
        printed.append(capsys.readouterr().out)
        answered = sweepstake.answer("toy_rolls", seed=seed, **ask)
        assert answered.to_csv(index=False) == printed[-1]
    assert len(set(printed)) == 3


def _heeds_ctrl_c():
    """A script's background job, as these tests may be, ignores it, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


LONG = [
    *("answer", "waiting_heads", "coins=3", "--puzzle", str(ROOT / "tests" / "waiting.py")),
    *("--method", "simulate", "--trials", "4e6", "--limit", "none"),
]
"""An answer of minutes in chunks that wait."""


def test_a_ctrl_c_ends_a_long_answer_in_one_line():
    with subprocess.Popen(
        [SWEEPSTAKE, *LONG], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        preexec_fn=_heeds_ctrl_c,
    ) as asking:  # fmt: skip
        while not psutil.Process(asking.pid).children() and asking.poll() is None:
            time.sleep(0.1)
        asking.send_signal(signal.SIGINT)
        try:
            _, said = asking.communicate(timeout=300)
        finally:
            asking.kill()
    assert (asking.returncode, said) == (130, b"sweepstake: stopped\n")


INTERRUPTED = """
import gc, signal, sys, threading
from sweepstake import cli
from sweepstake.run import child

def interrupt(*_):  # Python drops what is raised here
    if child._children and threading.current_thread() is threading.main_thread():
        gc.callbacks.remove(interrupt)
        signal.raise_signal(signal.SIGINT)
        print("interrupted", flush=True)

gc.callbacks.append(interrupt)
gc.set_threshold(10)
sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_ctrl_c_that_comes_while_python_collects_garbage_ends_an_answer_too():
    answer = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *LONG], capture_output=True, timeout=300,
        preexec_fn=_heeds_ctrl_c, check=False,
    )  # fmt: skip
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, b"", b"sweepstake: stopped\n")


def test_an_answer_predicted_to_take_too_long_is_refused_and_told_how_to_lift_the_limit(refused):
    words = "answer toy_won coins=400 sides=12 --method exact --limit 0.001"
    line = refused(*words.split())
    assert line.startswith("sweepstake: toy_won coins=400 sides=12 exact: predicted to ")
    lift = "to raise it, set DASK_SWEEPSTAKE__LIMITS__SECONDS or give --limit\n"
    assert line.endswith(f"over the limit of 0.001 s; {lift}")


def test_the_limit_is_lifted_by_the_option_and_by_the_environment():
    short = ("answer", "toy_won", "coins=13", "sides=4", "--method", "exact")
    tight = {"DASK_SWEEPSTAKE__LIMITS__SECONDS": "1e-5"}
    python("-m", "sweepstake.cli", *short, code=2, **tight)
    with dask.config.set({"sweepstake.limits.seconds": 1e-5}):
        assert [cli.main([*short, "--limit", limit]) for limit in ("60", "none")] == [0, 0]


def test_a_mistake_in_the_limits_of_exploring_is_named(refused):
    with dask.config.set({"sweepstake.limits.exploring": {"second": 1}}):
        said = refused("answer", "toy_won", "coins=2", "sides=2")
    assert "sweepstake.limits.exploring has unknown key 'second'; allowed: seconds, memory" in said


@pytest.mark.usefixtures("unregistered")
@pytest.mark.parametrize(
    ("deed", "seconds", "memory", "says"),
    [("sleeps", 1, "8GB", "took longer than the limit of 1 s; to raise it, set "),
     ("hoards", 60, "500MB", "grew over the limit")],
)  # fmt: skip
def test_an_answer_over_a_limit_is_stopped_by_a_line(deed, seconds, memory, says, root, refused):
    register.load([str(root / "tests" / "deadly.py")])
    with dask.config.set({"sweepstake.limits.memory": memory}):
        assert says in refused("answer", "deadly_deed", f"deed={deed}", "--limit", seconds)


@pytest.mark.parametrize(
    ("puzzle", "show"),
    [(puzzle.name, show.name) for puzzle in register.puzzles().values() for show in puzzle.shows],
)
def test_every_show_runs_and_a_seed_repeats_it(puzzle, show, said):
    first = said("show", puzzle, show, "--seed", "3")
    assert len(first.splitlines()) > 4
    assert max(map(len, first.splitlines())) <= 80 or show in ("decks", "certificate")
    assert said("show", puzzle, show, "--seed", "3") == first


def test_plan_and_status_are_rows_for_programs_too(said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "war.yaml").write_text(GOOD)
    asked = ("--config", "war.yaml", "--format", "json")
    [plan] = json.loads(said("plan", *asked))
    assert plan.pop("core_seconds") > 0
    assert plan == {
        "sweep": "war", "points": 1, "stored": 0, "to_do": 1, "over_limit": 0,
        "percent_stored": 0,
    }  # fmt: skip
    [status] = json.loads(said("status", *asked))
    assert status == {
        "sweep": "war", "points": 1, "done": 0, "percent_done": 0, "failed": 0,
        "state": "not begun", "seconds_left": None, "last_stored": None,
    }  # fmt: skip


def test_a_show_is_in_colour_on_a_terminal_and_plain_in_a_pipe(said):
    words = ("show", "hands", "--seed", "3")
    coloured = on_terminal("-m", "sweepstake.cli", *words, TERM="xterm", COLUMNS="80")
    plain = said(*words)
    assert "\x1b" not in plain
    assert re.search("\x1b\\[31m[^\x1b]*[♥♦]", coloured)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).split() == plain.split()


def test_a_terminal_without_suits_gets_question_marks():
    words = ("show", "hands", "--seed", "3")
    shown = python("-m", "sweepstake.cli", *words, PYTHONIOENCODING="ascii")
    assert shown.stderr == ""
    assert re.search(r"\d\?", shown.stdout)


def test_a_plan_counts_the_points_that_a_run_would_refuse(said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    block = {"list": [{"coins": 13, "sides": 4}], "methods": ["exact", "formula"]}
    sweeps = {"s": {"question": "toy_won", "points": [block]}}
    (tmp_path / "mine.json").write_text(json.dumps({"sweeps": sweeps}))
    asked = ("plan", "--config", "mine.json")
    assert "refuses" not in said(*asked)
    with dask.config.set({"sweepstake.limits.seconds": 0.0001}):
        printed = said(*asked)
    [row] = [line.split() for line in printed.splitlines() if line.startswith("s ")]
    assert row[1:3] == ["2", "1"]
    assert "predicted to take over 0.0001 s" in " ".join(printed.split())


@pytest.mark.parametrize("config", ["config.yaml", "tiny.yaml"])
def test_nothing_that_our_configs_ask_for_is_refused(config, tmp_path, root):
    for sweep in spec.sweeps(read_config(root / "config" / config)).values():
        assert plan(sweep, tmp_path).points_over(Limits().seconds / 10) == 0


def test_each_config_has_a_folder_of_its_own_where_a_run_makes_the_target_after_it(tmp_path):
    for name in ("war", "other"):
        (tmp_path / f"{name}.yaml").write_text(GOOD)
    ran = command("run", "war.yaml", "results/data/war.parquet", "--cores", "1", cwd=tmp_path)
    assert "war.yaml runs in war\n" in ran.stderr
    results = tmp_path / "war/results"
    assert (results / "data/war.parquet").exists()
    assert not (results / "checks.csv").exists()
    assert not (tmp_path / "results").exists()
    planned = command("plan", "--config", "war.yaml", cwd=tmp_path).stdout
    assert "war/results" in planned
    again = command("run", "war.yaml", "check", "--cores", "1", "--quiet", "all", cwd=tmp_path)
    assert again.stdout == ""
    _, profile, checked, confirmed = again.stderr.splitlines()
    assert "profile" in profile  # Snakemake says which it uses, always
    assert "0 failed" in checked
    assert confirmed == "1 answer is not compared with another method"
    assert (results / "checks.csv").exists()
    assert not (results / "report.html").exists()
    other = command("run", "other.yaml", "-d", "war", "-n", cwd=tmp_path)
    assert "made by ../war.yaml; this run, by ../other.yaml" in other.stdout


@pytest.mark.parametrize("cores", ["0", "-1", "many", "1.5"])
def test_a_run_has_a_core_at_least(cores, refused, tmp_path):
    (tmp_path / "war.yaml").write_text(GOOD)
    message = refused("run", tmp_path / "war.yaml", f"--cores={cores}")
    assert f"--cores is {cores!r}; allowed: " in message


@pytest.mark.parametrize("name", ["{0}", "a{sweep}b"])
def test_a_folder_whose_name_snakemake_takes_for_a_wildcard_is_refused(name, refused, tmp_path):
    (tmp_path / "war.yaml").write_text(GOOD)
    folder = tmp_path / name
    assert "has { or }" in refused("run", tmp_path / "war.yaml", "-d", folder)
    assert not folder.exists()


def test_a_file_where_the_results_would_go_is_named(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("war").write_text(GOOD)  # a config whose name has no suffix
    for words in (("run", "war"), ("status", "--config", "war"), ("run", "war", "-d", "war")):
        assert "'war' is a file" in refused(*words)
    assert Path("war").read_text() == GOOD


def test_a_current_folder_that_was_deleted_is_named(refused, tmp_path, monkeypatch):
    (tmp_path / "war.yaml").write_text(GOOD)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    for words in (("run", tmp_path / "war.yaml"), ("new", "coin")):
        assert "the current folder was deleted" in refused(*words)


BROKEN_TABLE = f"""{TOSS}
from dataclasses import replace
from sweepstake.puzzle.display import Table

def make(frames):
    raise RuntimeError("no such table")

PUZZLE = replace(PUZZLE, tables=[Table("tossed", "Tossed", "", ("toss_heads",), make)])
"""
TOSS_CONFIG = """
puzzles: [toss.py]
sweeps:
  toss:
    question: toss_heads
    points: [{list: [{}], methods: [exact]}]
"""


def test_a_failure_has_its_line_however_quiet_the_run_is(tmp_path):
    (tmp_path / "toss.py").write_text(BROKEN_TABLE)
    (tmp_path / "toss.yaml").write_text(TOSS_CONFIG)
    words = ("run", "toss.yaml", "results/tables/tossed.csv", "--cores", "1", "--quiet", "all")
    ran = command(*words, cwd=tmp_path, code=1)
    assert ran.stderr.count("sweepstake: table tossed: RuntimeError: no such table (toss.py, ") == 1
    assert "Traceback" not in ran.stderr


def test_a_puzzles_folder_gets_no_results(tmp_path):
    (tmp_path / "coin").mkdir()
    (tmp_path / "coin/__init__.py").write_text("")
    (tmp_path / "coin.yaml").write_text(GOOD)
    ran = command("run", "coin.yaml", cwd=tmp_path, code=2)
    assert "'coin' is the folder of a puzzle" in ran.stderr

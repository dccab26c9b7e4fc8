"""Puzzles of one's own: new ones, those in named files, and those of the current folder."""

import pyarrow.parquet as pq
import pytest

from running import ROOT, TOSS, sweepstake
from sweepstake import cli
from sweepstake.puzzle import register

pytestmark = pytest.mark.usefixtures("unregistered")
PIG = ROOT / "examples" / "pig.py"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_beside_a_puzzles_file(folder, capsys):
    (folder / "pig.py").write_bytes(PIG.read_bytes())
    assert cli.main(["answer", "pig_turn", "hold=20"]) == 0
    out, err = capsys.readouterr()
    assert "492303203/60466176" in out
    assert err == "sweepstake: with puzzles of this folder: pig.py\n"


def test_a_config_names_it(folder, capsys):
    (folder / "mine.yaml").write_text(f"puzzles: [{PIG}]\nsweeps: {{}}\n")
    assert cli.main(["questions"]) == 0
    out, err = capsys.readouterr()
    assert "pig_turn: What is a turn" in out
    assert "toy_won" in out
    assert "pig.py" in err


def test_nothing_is_loaded_for_a_question_that_is_known(folder, capsys):
    (folder / "bad.py").write_text("PUZZLE = 1 / 0\n")
    assert cli.main(["answer", "guess_win", "cards=2"]) == 0
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_loaded_is_said_and_left_out(folder, capsys):
    (folder / "bad.py").write_text("PUZZLE = 1 / 0\n")
    (folder / "pig.py").write_bytes(PIG.read_bytes())
    assert cli.main(["answer", "pig_turn", "hold=20"]) == 0
    left_out, loaded = capsys.readouterr().err.splitlines()
    assert "left out" in left_out
    assert "bad.py" in left_out
    assert loaded.endswith("pig.py")
    assert cli.main(["answer", "pigs"]) == 2


def test_two_results_of_a_puzzle_that_only_its_folder_knows(folder, capsys):
    asked = ("answer", "pig_turn", "hold=20,21", "--puzzle", PIG, "--save", "one.parquet")
    sweepstake(*asked, cwd=folder)  # in another process, so that this one does not know the puzzle
    table = pq.read_table("one.parquet").replace_schema_metadata({"question": "pig_turn"})
    pq.write_table(table, "other.parquet")
    capsys.readouterr()
    assert cli.main(["diff", "other.parquet", "one.parquet"]) == 2
    assert "a question of no puzzle" in capsys.readouterr().err
    (folder / "pig.py").write_bytes(PIG.read_bytes())
    assert cli.main(["diff", "other.parquet", "one.parquet"]) == 0
    assert capsys.readouterr().out.split()[-5:] == ["other", "2", "0", "0", "0"]


@pytest.mark.parametrize("form", [(), ("--methods",)])
def test_a_new_puzzle_keeps_its_promises_and_is_asked(form, said, tmp_path):
    said("new", "bent", *form, "--directory", tmp_path)
    file = tmp_path / "bent.py"
    assert said("check", file).count("kept") == 6
    printed = said("answer", "bent_heads", "tosses=3", "p=1/3", "--puzzle", file)
    assert "1 heads on average   exact\n" in printed


def test_a_puzzle_in_a_file_is_named_by_an_option(said):
    assert "exactly 492303203/60466176" in said("answer", "pig_turn", "hold=20", "--puzzle", PIG)
    listed = said("questions", "--puzzle", PIG)
    assert "pig_turn: What is a turn" in listed
    assert "toy_won" not in listed
    assert f"--puzzle {PIG}" in " ".join(said("questions", "pig_turn", "--puzzle", PIG).split())


@pytest.mark.parametrize("words", [("answer", "turn"), ("questions", "turn"), ("show", "pig")])
def test_a_name_that_is_in_no_puzzle_may_be_in_a_file(words, refused):
    assert "turn" not in register.questions()
    assert "; add --puzzle FILE" in refused(*words)
    assert "there is no puzzle none.py; " in refused(*words, "--puzzle", "none.py")


ENDS = {
    "import os; os._exit(0)": "it ends the process that imports it (exit code 0)",
    "import ctypes; ctypes.string_at(0)": "it ends the process that imports it (SIGSEGV)",
    "import os; os.fork()": "its import leaves a process running; start it in a method",
    "import threading, time; threading.Thread(target=time.sleep, args=(99,), name='own').start()": (
        "its import leaves a thread running (own); start it in a method"
    ),
}
"""First lines of puzzles that end a process, or keep it from ending, and what is said of them."""


@pytest.mark.parametrize("first", ENDS)
def test_a_file_whose_import_ends_the_process_is_refused_in_a_line(first, folder):
    (folder / "toss.py").write_text(f"{first}\n{TOSS}")
    (folder / "toss.yaml").write_text("puzzles: [toss.py]\nsweeps: {}\n")
    says = f"sweepstake: puzzle {folder / 'toss.py'} can't be loaded: {ENDS[first]}\n"
    answered = sweepstake("answer", "toss_heads", "--puzzle", "toss.py", cwd=folder, code=2)
    assert (answered.stdout, answered.stderr) == ("", says)
    assert says in sweepstake("run", "toss.yaml", cwd=folder, code=2).stderr

"""The way in: a new game, and questions of a file of one's own."""

import pytest

from running import ROOT
from sweepstake import cli
from sweepstake.puzzle import register

PIG = ROOT / "examples" / "pig.py"
pytestmark = pytest.mark.usefixtures("unregistered")


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
    assert "war_sweep" not in listed
    assert f"--puzzle {PIG}" in " ".join(said("questions", "pig_turn", "--puzzle", PIG).split())


@pytest.mark.parametrize("words", [("answer", "turn"), ("questions", "turn"), ("show", "pig")])
def test_a_name_that_is_in_no_puzzle_may_be_in_a_file(words, capsys):
    assert "turn" not in register.questions()
    assert cli.main([*words]) == 2
    assert capsys.readouterr().err.endswith("; add --puzzle FILE if it is in a file of yours\n")
    assert cli.main([*words, "--puzzle", "none.py"]) == 2
    assert capsys.readouterr().err == (
        "sweepstake: there is no puzzle none.py; name a file or a folder that is there\n"
    )

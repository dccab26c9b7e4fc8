"""Arguments in any order, the first mistake first, examples, completion."""

import shlex
import subprocess
from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from running import WALK
from sweepstake import cli
from sweepstake.cli import arguments
from sweepstake.cli.completion import SHELLS
from sweepstake.puzzle import Choice, ListOf, Parameter, Rational, register


@pytest.mark.parametrize(
    "words",
    [
        ["ranks=4", "suits=2", "--method", "exact"],
        ["--method", "exact", "ranks=4", "suits=2"],
        ["ranks=4", "--method=exact", "suits=2"],
    ],
)
def test_parameters_may_stand_before_and_after_options(words, capsys):
    assert cli.main(["answer", "war_sweep", *words]) == 0
    assert "3.6% of games (1/28)   exact\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["ranks=2.5", "suits=x"],
            "sweepstake: ranks is 2.5; allowed: whole numbers from 1 to 400",
        ),
        (["suits=x", "ranks=2.5"], "suits is 'x'; allowed: whole numbers from 1 to 12"),
        (["ranks=0", "--method", "magic"], "ranks is 0; allowed"),
        (["--seed", "x", "--meth", "simulate"], "seed is 'x'; allowed"),
        (["jokers=1", "ranks=0"], "no parameter 'jokers'"),
        (["method=magic", "ranks=0"], "method is an option; write --method magic"),
        (["ranks=2..4", "seed=1"], "seed is an option; write --seed 1"),
        (["question=war_length"], "no parameter 'question'"),
        (["ranks=2..4", "advance=1"], "no parameter 'advance'"),
        (["--format", "xml", "ranks=0"], "argument --format: invalid choice: 'xml' (choose from"),
        (["suits", "--limit", "soon"], "'suits' is not a parameter"),
        (["--metod", "exact", "ranks=0"], "unrecognized arguments: '--metod'"),
        (["ranks=2", "ranks=4", "suits=0"], "ranks is 2 and 4; give one value"),
    ],
)
def test_a_mistake_is_told_in_one_line_the_first_of_several_parameters(words, says, capsys):
    assert cli.main(["answer", "war_sweep", *words]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", [["sing"], ["plan", "--frob"], ["plan", "--format", "csv"]])
def test_what_argparse_refuses_is_one_line_that_names_the_help(words, capsys):
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("sweepstake: ")
    assert said.rstrip().endswith("--help")
    assert said.count("\n") == 1


def test_without_a_command_what_to_try_fits_a_screen(said):
    printed = said().splitlines()
    assert len(printed) <= 24
    assert sum(line.startswith("  sweepstake ") for line in printed) == 3


def test_the_version_is_that_of_the_package(said):
    assert said("--version") == f"sweepstake {version('sweepstake')}\n"


def parsers(parser):
    """A parser and those of its commands."""
    yield parser
    for action in parser._actions:
        for one in (action.choices or {}).values() if hasattr(action, "_parser_class") else ():
            yield from parsers(one)


def test_every_help_has_examples_that_are_understood():
    every = [*parsers(cli.parser())]
    assert len(every) > 15
    for parser in every:
        assert parser.examples, parser.prog
        assert "examples:\n" in parser.format_help()
        for example in parser.examples:
            command = shlex.split(example.split("  ")[0].split("|")[0])
            if command[0] == "sweepstake":
                given, _ = cli.parser().parse_known_args(command[1:])
                assert given.run


EXAMPLES = [
    example.split("  ")[0]
    for parser in parsers(cli.parser())
    if parser.prog.split()[-1] in ("sweepstake", "questions", "answer", "show")
    for example in parser.examples
    if example.startswith("sweepstake")
]


@pytest.mark.parametrize("example", dict.fromkeys(EXAMPLES))
def test_examples_of_asking_run(example, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # one writes a plot
    assert cli.main(shlex.split(example)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_completes_commands_options_and_questions(shell, capsys):
    assert cli.main(["completion", shell]) == 0
    printed = capsys.readouterr().out
    for word in ("questions", "completion", "war_sweep", "coins_verdict", "method", "fixpoint"):
        assert word in printed


def completed(script, line):
    """What Bash offers for the last word of a line, once it has the script."""
    words = line.split(" ")
    asked = f"""
        source {shlex.quote(str(script))}
        COMP_WORDS=({" ".join(map(shlex.quote, words))}) COMP_CWORD={len(words) - 1}
        COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}
        by=$(complete -p sweepstake | sed -E 's/.*-F ([^ ]+).*/\\1/')
        "$by" sweepstake {shlex.quote(words[-1])} x
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
    return {word.strip() for word in ran.stdout.splitlines()}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sweepstake qu", "questions"),
        ("sweepstake answer war_s", "war_sweep"),
        ("sweepstake answer --fo", "--format"),
        ("sweepstake show hand", "hands"),
        ("sweepstake answer --format js", "json"),
        ("sweepstake answer war_sweep ran", "ranks="),
    ],
)
def test_bash_completes_what_is_begun(line, offered, tmp_path, capsys):
    assert cli.main(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    assert completed(tmp_path / "script", line) == {offered}


LISTS = {
    "numbers": (ListOf(Parameter("x", "x", -99, 99), named={"two": [1, 2]}), st.integers(-99, 99)),
    "letters": (ListOf(Choice("x", "x", ("n", "a", "f", "i"))), st.sampled_from("nafi")),
    "words": (ListOf(Choice("x", "x", ("nan", "1", "1e5"))), st.sampled_from(["nan", "1", "1e5"])),
    "fractions": (ListOf(Rational("x", "x", 0, 1)), st.fractions(0, 1, max_denominator=999)),
}


@given(st.sampled_from([*LISTS]), st.data())
def test_a_list_is_read_from_a_word_as_it_was_written(kind, data):
    parameter, items = LISTS[kind]
    value = tuple(data.draw(st.lists(items, min_size=1, max_size=9)))
    word = f"x={parameter.stored(value)}"
    assert parameter.checked(arguments.params([word])["x"]) == value


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["board=0:1:2", "steps=fb"], "board 0:1:2, steps: fb, pace: slow:"),
        (["board=0:2:1", "steps=f:b", "pace=fast:slow"], "board: tiny, steps: fb, pace: fast:slow"),
        (["steps=bbb"], "board: tiny, steps: bbb, pace: slow:"),
        (["board=5:", "steps=bbb"], "board 5:, steps: bbb, pace: slow:"),
    ],
)
@pytest.mark.usefixtures("unregistered")
def test_a_list_has_colons_and_is_printed_as_it_may_be_given(words, asked, said, tmp_path):
    (tmp_path / "walk.py").write_text(WALK)
    register.load([str(tmp_path / "walk.py")])
    printed = said("answer", "walk_where", *words)
    assert " ".join(printed.split()).startswith(f"Where does a walk of some steps end? {asked} ")
    again = [f"{name.rstrip(':')}={value}" for name, value in map(str.split, asked.split(", "))]
    assert said("answer", "walk_where", *again) == printed


@pytest.mark.parametrize("words", [["start"], ["stop", "--results", "x"], ["status", "--all"]])
def test_an_action_that_is_gone_names_what_takes_its_place(words, capsys):
    assert cli.main(["cluster", *words]) == 2
    assert "an ordinary `dask scheduler` now" in capsys.readouterr().err

"""Arguments in any order, the first mistake first, examples, completion."""

import shlex
import subprocess
from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from running import ROOT
from sweepstake import cli
from sweepstake.cli import arguments
from sweepstake.cli.completion import SHELLS
from sweepstake.puzzle import Choice, ListOf, Parameter, Rational


@pytest.mark.parametrize(
    "words",
    ["coins=4 sides=2 --method exact", "--method exact coins=4 sides=2",
     "coins=4 --method=exact sides=2"],
)  # fmt: skip
def test_parameters_may_stand_before_and_after_options(words, said):
    assert "3.1% of games (1/32)   exact\n" in said("answer", "toy_won", *words.split())


RUIN = ROOT / "examples" / "ruin.py"
MISTAKES = [
    ("answer toy_wen", "'toy_wen'; allowed: toy_won"),
    ("answer toy", "'toy'; allowed: toy_won, toy_"),
    ("answer toy_won coins=2.5 sides=x", "coins is 2.5; allowed: whole numbers from 1 to 400"),
    ("answer toy_won sides=x coins=2.5", "sides is 'x'; allowed: whole numbers from 1 to 60"),
    ("answer toy_won coins=0 --method magic", "coins is 0; allowed"),
    ("answer toy_won coins=3 sides=1", "3 × 1 = 3; allowed: an even number"),
    ("answer toy_won --method magic", "'magic'; allowed: brute"),
    ("answer toy_won --method brute", "at most 10"),
    ("answer toy_won --seed x --meth simulate", "seed is 'x'; allowed"),
    ("answer toy_won coins=2 sides=1 --trials 5", "trials is '5'"),
    ("answer toy_won --limit soon", "limit is 'soon'; allowed: a number above 0, or none"),
    ("answer toy_won jokers=1 coins=0", "no parameter 'jokers'"),
    ("answer toy_won method=magic coins=0", "method is an option; write --method magic"),
    ("answer toy_won coins=2..4 seed=1", "seed is an option; write --seed 1"),
    ("answer guess_win hands_orderable cards=5", "'hands_orderable' is not a parameter; write"),
    ("answer toy_won question=toy_rolls", "no parameter 'question'"),
    ("answer toy_won coins=2..4 advance=1", "no parameter 'advance'"),
    ("answer toy_won --format xml coins=0", "argument --format: invalid choice: 'xml' (choose"),
    ("answer toy_won sides --limit soon", "'sides' is not a parameter"),
    ("answer toy_won --metod exact coins=0", "unrecognized arguments: '--metod'"),
    ("answer toy_won coins=2 coins=4 sides=0", "coins is 2 and 4; give one value"),
    (f"answer ruin_reached stake=1 --puzzle {shlex.quote(str(RUIN))}", "ruin_reached needs goal"),
    ("answer toy_rolls wait=0..x", "wait.range is [0, 'x']; allowed: [first, last]"),
    ("answer toy_rolls wait=0..2 --save x.txt", "allowed: .csv, .json, .parquet"),
    ("answer toy_rolls wait=0..2 --plot x.csv", "allowed: .png, .svg, .pdf"),
    ("answer toy_rolls wait=0..2 --at-least 5", "name an outcome, as rolls=10; given: 5"),
    ("answer guess_win cards=2,0", "cards is 0; allowed"),
    ("show war --seed -1", "seed is '-1'; allowed: whole numbers from 0"),
    ("show poker", "'poker'; allowed: coins"),
    ("show war dance", "'dance'; allowed: game"),
    ("show war jokers=2", "'jokers'; allowed: ranks"),
    ("show war decks --hands", "war decks has no hands to print"),
    ("run --forcerun check c.yaml", "check: No such file or directory; name a config that can be"),
    ("run nowhere.yaml", "nowhere.yaml: No such file or directory; name a config that can be read"),
    ("status --results /nowhere", "there is no folder /nowhere"),
    ("anwser toy_won", "there is no command 'anwser'; did you mean answer?"),
    ("answer toy_won sides=2 coins = 3", "no spaces around =: write sides=2 coins=3"),
    ("answer toy_won coins= 3 sides=2", "no spaces around =: write coins=3 sides=2"),
    ("plan --config nowhere.yaml", "nowhere.yaml: No such file"),
    ("status --config nowhere.yaml", "nowhere.yaml: No such file"),
    ("sing", "there is no command 'sing'; allowed: questions, answer, "),
    ("plan --frob", "--help\n"),
    ("plan --format csv", "--help\n"),
]


@pytest.mark.usefixtures("unregistered")
@pytest.mark.parametrize(("words", "says"), MISTAKES)
def test_a_mistake_is_told_in_one_line_the_first_of_several_parameters(words, says, refused):
    assert says in refused(*shlex.split(words))


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
    for word in ("questions", "completion", "toy_won", "coins_verdict", "method", "fixpoint"):
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
        ("sweepstake answer toy_w", "toy_won"),
        ("sweepstake answer --fo", "--format"),
        ("sweepstake show hand", "hands"),
        ("sweepstake answer --format js", "json"),
        ("sweepstake answer toy_won coi", "coins="),
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
@pytest.mark.usefixtures("walk")
def test_a_list_has_colons_and_is_printed_as_it_may_be_given(words, asked, said):
    printed = said("answer", "walk_where", *words)
    assert " ".join(printed.split()).startswith(f"Where does a walk of some steps end? {asked} ")
    again = [f"{name.rstrip(':')}={value}" for name, value in map(str.split, asked.split(", "))]
    assert said("answer", "walk_where", *again) == printed

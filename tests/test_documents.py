"""What the pages say, run as it stands there."""

import re
import shlex
import sys
from collections import Counter
from fractions import Fraction

import dask
import pandas as pd
import pytest
import yaml

from blocks import BLOCK, printed, python, run, texts
from running import BUILT_IN, ROOT, sweepstake
from sweepstake import cli
from sweepstake.cluster import settings
from sweepstake.config import spec
from sweepstake.puzzle import Parameter, register
from sweepstake.run.chunk import configured

PAGES = (
    *("README.md", "config/README.md", "results/README.md", "docs/sweeps.md", "docs/cluster.md"),
    *(f"docs/{puzzle.name}.md" for puzzle in BUILT_IN),
)
SAVED = re.compile(r"[Ss]ave\s+this\s+as\s+`([\w.]+)`:\s*\Z")


def blocks(language):
    return [
        pytest.param(text, id=f"{page}-{number}")
        for page in PAGES
        for number, (kind, text) in enumerate(BLOCK.findall((ROOT / page).read_text()))
        if kind == language
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if python(page)])
def test_python_blocks_run_after_a_run(page, tiny):
    output = printed(page, tiny)
    assert output
    if page == "README.md":
        assert output.startswith(texts("README.md")[0])
        assert paths(tiny / "pig_turn.svg") == paths(ROOT / "docs" / "figures" / "pig_turn.svg")


@pytest.mark.parametrize("page", ["docs/recipes.md", "docs/faq.md"])
def test_a_page_prints_what_it_says(page, tmp_path):
    assert printed(page, tmp_path) == "".join(texts(page))


def followed(page, folder):
    """The lines that the commands and the Python of a page print, for whoever follows it."""
    text, script = (ROOT / page).read_text(), ""
    for block in BLOCK.finditer(text):
        kind, code = block.groups()
        if saved := SAVED.search(text[: block.start()]):
            (folder / saved[1]).write_text(code)
        elif kind == "python":
            script += code
            if "print(" in code:
                ran = run([sys.executable, "-W", "error", "-c", script], folder)
                assert ran.returncode == 0, ran.stderr
                script = ""
                yield lines(ran.stdout)
        elif kind == "sh":
            ran = run(shlex.split(code), folder)
            assert ran.returncode == 0, ran.stderr
            if text[block.end() :].startswith("\n\n```text"):
                yield lines(ran.stdout)


@pytest.mark.system
def test_whoever_follows_the_tutorial_sees_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv(register.VARIABLE, "")
    assert [*followed("docs/tutorial.md", tmp_path)] == [*map(lines, texts("docs/tutorial.md"))]
    puzzle = tmp_path / "points.py"
    puzzle.write_text(
        puzzle.read_text().replace("range(a, tosses + 1)", "range(a + 1, tosses + 1)")
    )
    ran = run(["sweepstake", "check", "points.py"], tmp_path)
    assert ran.returncode == 2
    assert "formula" in ran.stdout + ran.stderr


def lines(text):
    """Lines without spaces at their ends, which an editor removes, and without empty last ones."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def paths(picture):
    """What is drawn in a file of SVG, without its date and the names of its parts."""
    drawn = re.findall(r' d="(.*?)"', picture.read_text(), re.DOTALL)
    assert len(drawn) > 20
    return drawn


def test_the_first_example_has_the_exact_answer():
    assert len(python("README.md")[0].splitlines()) == 9
    page = (ROOT / "README.md").read_text()
    exact = Fraction(*map(int, re.search(r"(492\d+)/(\d+)", page).groups()))
    simulated, states = (line.split() for line in texts("README.md")[0].splitlines()[1:])
    assert float(states[1]) == pytest.approx(float(exact), abs=1e-6)
    assert Fraction(states[2]) == exact
    assert abs(float(simulated[1]) - exact) < 5 * float(simulated[3])


def test_the_game_of_the_readme_with_its_declaration_is_a_puzzle_that_keeps_its_promises(
    tmp_path, unregistered
):
    [puzzle] = (code for code in python("README.md") if "PUZZLE" in code)
    (tmp_path / "pig.py").write_text(python("README.md")[0] + puzzle)
    assert cli.main(["check", str(tmp_path / "pig.py")]) == 0
    [config] = (block.values[0] for block in blocks("yaml") if block.id.startswith("README"))
    (tmp_path / "pig.yaml").write_text(config)
    sweepstake("run", "pig.yaml", cwd=tmp_path)
    coverage = pd.read_csv(tmp_path / "pig" / "results" / "tables" / "coverage.csv")
    assert coverage["answers"].sum() == 11


@pytest.mark.parametrize("code", blocks("sh"))
def test_commands_run_or_are_targets_of_the_makefile(code, tiny, monkeypatch, capsys):
    monkeypatch.chdir(tiny)
    for line in code.splitlines():
        command = shlex.split(line, comments=True)
        if command[0] == "make":
            assert f"\n{command[1]}:" in (ROOT / "Makefile").read_text()
        elif command[:2] in (["sweepstake", "answer"], ["sweepstake", "show"]):
            assert cli.main(command[1:]) == 0
            assert capsys.readouterr().out
        else:
            ran = run(command, tiny)
            assert ran.returncode == 0, ran.stderr
            assert ran.stdout


@pytest.mark.system
def test_the_page_on_games_runs_as_it_stands(tmp_path):
    game, notebook, asks, alone = python("docs/games.md")
    (tmp_path / "notebook.py").write_text(game + notebook)
    ran = run([sys.executable, "-W", "error", "notebook.py"], tmp_path)
    assert "8.14" in ran.stdout, ran.stderr
    assert "Ask(" in asks
    exec(f"from sweepstake.game import Ask\n{asks}", {})
    for name, text in {"pig": game, "alone": alone}.items():
        (tmp_path / f"{name}.py").write_text(text)
        sweepstake("check", f"{name}.py", cwd=tmp_path)
    page = (ROOT / "docs" / "games.md").read_text()
    commands = re.findall(r"`(sweepstake show \w+ [^`]+)`", page)
    assert len(commands) == 4
    for command in commands:
        assert sweepstake(*shlex.split(command)[1:], cwd=tmp_path).stdout


@pytest.mark.system
def test_the_page_on_your_own_puzzle_runs_as_it_stands(tmp_path):
    page = (ROOT / "docs" / "your-own-puzzle.md").read_text()
    commands = [text for language, text in BLOCK.findall(page) if language == "sh"]
    for line in "".join(commands).splitlines():
        ours, *words = shlex.split(line, comments=True)
        assert ours == "sweepstake"
        sweepstake(*words, cwd=tmp_path)
    puzzle, shown, headlines, promises = python("docs/your-own-puzzle.md")
    exec(headlines, {})
    for text in (puzzle, puzzle.rpartition("PUZZLE")[0] + shown):
        (tmp_path / "dice.py").write_text(text)
        sweepstake("check", "dice.py", cwd=tmp_path)
    ran = run([sys.executable, "-W", "error", "-c", promises], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("is kept") == 6


@pytest.mark.parametrize("code", blocks("yaml"))
def test_configs_in_the_manuals_are_good(code):
    config = yaml.safe_load(code)
    if "puzzles" in config:  # a page's own game, which another test runs
        assert config["sweeps"]
    elif "sweeps" in config:
        assert spec.sweeps(config)
    else:
        said = config["sweepstake"]
        assert set(said) <= {"cluster", "limits"}
        with dask.config.set(config):
            assert bool(settings.cluster()) == ("cluster" in said)
            assert configured()


def test_every_question_and_column_stands_in_the_data_dictionary():
    page = (ROOT / "results" / "README.md").read_text()
    for question in (question for puzzle in BUILT_IN for question in puzzle.questions):
        row = next(line for line in page.splitlines() if line.startswith(f"| `{question.name}` |"))
        for column in (*question.parameters, *question.outcomes):
            assert f"`{column.name}`" in row


@pytest.fixture(params=BUILT_IN, ids=lambda puzzle: puzzle.name)
def puzzle(request):
    return request.param


def page_of(puzzle):
    return (ROOT / "docs" / f"{puzzle.name}.md").read_text()


def test_every_question_has_a_part_of_its_page_that_names_all_that_it_has(puzzle):
    page = page_of(puzzle)
    parts = dict(re.findall(r"^### `(\w+)`(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    assert [*parts] == [question.name for question in puzzle.questions]
    for question in puzzle.questions:
        part = parts[question.name]
        named = {*re.findall(r"^- `(\w+)`", part, re.MULTILINE)}
        assert named == {*question.methods}
        for column in (*question.parameters, *question.outcomes):
            assert f"`{column.name}`" in part


def test_every_parameter_of_a_puzzle_stands_in_a_table_with_what_is_allowed(puzzle):
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page_of(puzzle), re.MULTILINE))
    for parameter in (p for question in puzzle.questions for p in question.parameters):
        if isinstance(parameter, Parameter):
            assert re.search(rf"\b{parameter.low:,} to \d", rows[parameter.name])
        else:
            assert all(f"`{value}`" in rows[parameter.name] for value in parameter.values)


def test_every_figure_of_a_puzzle_is_shown_on_its_page(puzzle):
    shown = re.findall(r"^!\[.+\]\(figures/(\w+)\.svg\)$", page_of(puzzle), re.MULTILINE)
    assert {*shown} == {plot.name for plot in puzzle.plots}


def test_every_finding_stands_on_the_page_with_the_file_that_shows_it(puzzle):
    page = " ".join(page_of(puzzle).split())
    for finding in puzzle.findings:
        asked, answer = (" ".join(text.split()) for text in (finding.asked, finding.answer))
        assert f"*{asked}* {answer} (`{finding.shown_by}`)" in page


def test_every_answer_of_the_default_config_has_another_method_as_is_said():
    """That they agree is what `snakemake` checks; here, that each is asked for a second way."""
    config = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    points = [p for sweep in spec.sweeps(config).values() for p in sweep.points]
    points = [point for point in points if point.by.kind != "approximate"]
    methods = Counter((point.question, *point.params.items()) for point in points)
    alone = {(point.question, *point.params.items()): point.by for point in points}
    by_theorem = {at for at, by in alone.items() if by.theorems}
    assert {at for at, count in methods.items() if count < 2} <= by_theorem
    for name in ("README.md", "docs/index.md"):
        page = " ".join((ROOT / name).read_text().split())
        assert f"ll {len(methods):,} answers of `config/config.yaml` (one for" in page

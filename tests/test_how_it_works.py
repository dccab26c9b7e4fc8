"""The page on how it works: each value and each listing is what the program computes."""

import json
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from running import ROOT
from sweepstake.config import spec
from sweepstake.config.points import stream_name
from sweepstake.plan.chunks import cut
from sweepstake.run.task import Tasks

PAGE = (ROOT / "docs" / "how-it-works.md").read_text()
WORDS = " ".join(PAGE.split())
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TINY = (ROOT / "config" / "tiny.yaml").read_text()
DECLARED = """
from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Puzzle

HOLD = Parameter("hold", "points at which you hold", 2, 100, default=20)
PIG = Game(pig_turn, (HOLD,), (Column("score", "int", "points"),))
PAIR = Game(until_a_pair, (), (Column("rolls", "int", "rolls"),))
PUZZLE = Puzzle("games", (PIG, PAIR))
"""


def blocks(language):
    return [text for kind, text in BLOCKS if kind == language]


@pytest.fixture(scope="module")
def sweep():
    return spec.sweep(yaml.safe_load(TINY), "guess_win")


def test_the_config_asks_for_so_many_points(sweep):
    [block] = blocks("yaml")
    assert block in TINY
    own = spec.sweeps(yaml.safe_load(f"sweeps:\n{block}"))["guess_win"].points
    every = spec.sweeps(yaml.safe_load(TINY)).values()
    counts = len(own), len(sweep.points), sum(len(each.points) for each in every)
    assert "{} for this block, {} for the whole sweep, {} for the whole".format(*counts) in WORDS
    assert str(own[len(own) - 1]) == str(sweep.points[34]) == "guess_win cards=7 simulate"


def test_chunks_are_as_large_as_is_said_and_have_this_stream(sweep):
    point = sweep.points.taken(np.array([34]))
    assert cut(point)["trials"].to_pylist() == [20_000]
    first, second, third = cut(point.with_trials([5_000_000]))["trials"].to_pylist()
    assert f"three, of {first:,}, {second:,} and {third:,}." in WORDS
    [name] = blocks("json")
    [own] = point
    assert stream_name(own.asks, own.method, own.params, own.seed) == name.strip()


def test_the_first_round_has_these_tasks(sweep):
    tasks = [(task.method, len(task)) for task in Tasks(sweep.points, cut(sweep.points))]
    listed = re.search(rf"has {len(tasks)} tasks, the costliest first: (.*?)\.", WORDS)[1]
    found = re.findall(r"`(\w+)` (?:with )?(\d+)", listed)
    assert [(method, int(count)) for method, count in found] == tasks


def test_rounds_are_logged(tiny):
    log = (tiny / "results" / "logs" / "sweep" / "guess_win.log").read_text()
    lines = re.findall(r"\d+ points, \d+ stored, \d+ to compute", log)
    assert lines == re.findall(r"`(\d+ points, \d+ stored, \d+ to compute)`", PAGE)


def test_a_partition_has_the_answer_of_the_chunk(tiny):
    [folder] = (tiny / "results" / ".points" / "guess_win").glob("simulate-*-1")
    shards = pa.concat_tables([pq.read_table(path) for path in folder.glob("*.parquet")])
    [row] = (row for row in shards.to_pylist() if row["cards"] == 7)
    counts = {outcome["won"]: outcome["count"] for outcome in row["_answer"]}
    assert f"{counts[True]:,} games won and {counts[False]:,} lost" in WORDS


def test_the_table_has_these_rows(tiny):
    table = pd.read_parquet(tiny / "results" / "data" / "guess_win.parquet")
    point = table[table.cards == 7].set_index("method")
    names = re.search(r"^\| (cards \| .*) \|$", PAGE, re.MULTILINE)[1].split(" | ")
    for row in point.loc[["simulate"]].reset_index()[names].itertuples(index=False):
        cells = (f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in row)
        assert f"| {' | '.join(cells)} |" in PAGE
    exact = point[point.won].exact["exact"]
    assert f"gives `{exact}`, which is {float(Fraction(exact)):.6f}." in WORDS


def test_the_check_and_the_sentence_are_these(tiny):
    checks = pd.read_csv(tiny / "results" / "checks.csv")
    [check] = checks[
        (checks.question == "guess_win")
        & (checks.parameters == "cards=7")
        & (checks.methods == "brute, simulate")
    ].itertuples()
    assert f"It is {check.difference:.2f} standard errors away, and {check.bound:.2f} are" in WORDS
    assert f"The strength of this check is `{check.strength}`" in WORDS
    story = json.loads((tiny / "results" / ".page" / "guess.story.json").read_text())
    answers = {answer["question"]: answer for answer in story}
    assert f'For {answers["guess_win"]["given"]} the page says "' in WORDS
    assert f'the page says "{answers["guess_win"]["answer"]}"' in WORDS


@pytest.fixture(scope="module")
def games():
    """The functions of the page, and how it writes one of them anew."""
    code, resumed = blocks("python")
    names = {}
    exec(resumed, names)
    return code, names["resumed"]


@pytest.mark.usefixtures("unregistered")
def test_the_states_are_shown_so(games, said, tmp_path):
    (tmp_path / "games.py").write_text(games[0] + DECLARED)
    shown = [text for text in blocks("text") if text.startswith("state ")]
    asked = (("pig_turn", "states", "hold=6"), ("until_a_pair", "states"))
    for words, listing in zip(asked, shown, strict=True):
        printed = said("show", *words, "--puzzle", tmp_path / "games.py")
        for line in listing.splitlines():
            assert line in [printed_line.rstrip() for printed_line in printed.splitlines()]


class Face:
    """A `draw` that always rolls the same face."""

    def __init__(self, face):
        self.face = face

    def die(self, sides):
        return self.face


def scores(resumed, entry, values, probability):
    """The scores of all ways in which a turn may go on from a state, each with its probability."""
    if entry == "end":
        yield values, probability
        return
    faces = [*range(1, 7)] if entry == "line 4" else [None]
    for face in faces:
        after = resumed(Face(face), entry, values, 6)
        yield from scores(resumed, *after, probability / len(faces))


def test_the_rewritten_function_has_these_scores(games):
    law = Counter()
    for score, probability in scores(games[1], "beginning", (), Fraction(1)):
        law[score] += probability
    heads, counts = (
        re.search(rf"^\| {name} \| ([\d |]+) \|$", PAGE, re.MULTILINE)[1].split(" | ")
        for name in ("score", "probability in 216ths")
    )
    assert law == {int(k): Fraction(int(n), 216) for k, n in zip(heads, counts, strict=True)}
    assert sum(score * p for score, p in law.items()) == Fraction(1162, 216) == Fraction(581, 108)
    assert "= 1162/216 = 581/108, or 5.38 points" in WORDS


@pytest.mark.usefixtures("unregistered")
def test_the_program_has_the_same_answers(games, loaded):
    puzzle = loaded(games[0] + DECLARED, name="games")
    pig, pair = (question.methods for question in puzzle.questions)
    scores = pig["states"].answer(hold=6)
    assert scores == pig["paths"].answer(hold=6)
    assert sum(score * scores[score] for score in scores) == Fraction(581, 108)
    rolls = pair["states"].answer()
    assert [*rolls] == [*range(2, 154)]
    assert f"lists {min(rolls)} to {max(rolls)} rolls" in WORDS
    assert all(rolls[n] == Fraction(1, 6) * Fraction(5, 6) ** (n - 2) for n in rolls)
    assert rolls.left_out == Fraction(5, 6) ** 152
    assert rolls.means == (7,)
    assert f"once in {float(1 / rolls.left_out) / 1e12:.2f} trillion" in WORDS


def test_every_test_file_that_holds_a_promise_is_there():
    promised = PAGE.partition("\n## What we promise")[2]
    rows = re.findall(r"^\| \d+ \| .* \| (.*) \|$", promised, re.MULTILINE)
    assert len(rows) == 12
    for row in rows:
        files = re.findall(r"`(tests/[\w/]+\.py)`", row)
        assert files
        assert [file for file in files if not (ROOT / file).is_file()] == []


def test_every_folder_of_the_source_has_its_place_in_the_house():
    house = PAGE.partition("\n## The folders")[2]
    source = ROOT / "src" / "sweepstake"
    folders = {path.name for path in source.iterdir() if (path / "__init__.py").is_file()}
    assert {*re.findall(r"`(\w+)/`", house)} == folders

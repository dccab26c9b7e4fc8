"""The table of answers in README and docs/index: what the report of config.yaml says."""

import re
from math import comb, sqrt

import pandas as pd
import pytest
import yaml

import sweepstake
from running import BUILT_IN, ROOT
from sweepstake.config import spec
from sweepstake.puzzle import register
from sweepstake.puzzle.story import setting
from sweepstake.report.defaults.chosen import nearest, usual
from sweepstake.report.words import answers
from sweepstake.report.words import answers as certainty

HEADER = "| puzzle | question | answer | how sure |"
PAGES = {"README.md": "docs/", "docs/index.md": ""}
FEW = 1_000
"""Games of a sample that another method confirms."""
HEADLINES = [
    pytest.param(puzzle, headline, id=f"{puzzle.name}-{headline.question}")
    for puzzle in BUILT_IN
    for headline in puzzle.story
]


def table(page):
    """The cells of the table's rows, without the links to puzzles."""
    text = (ROOT / page).read_text()
    _, _, below = text.partition(f"{HEADER}\n")
    lines = below.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.fixture(scope="module")
def points():
    """The points of config.yaml by question."""
    config = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    by_question = {}
    for sweep in spec.sweeps(config).values():
        for point in sweep.points:
            by_question.setdefault(point.question, []).append(point)
    return by_question


def told(points, headline):
    """The points that the headline tells of: those at its parameters, or the nearest."""
    question = register.question(headline.question)
    sets = pd.DataFrame([question.stored(p.params) for p in points[question.name]])
    kept = nearest(question, sets, usual(question)).index
    return question, [points[question.name][place] for place in kept]


def row_of(page, headline, question, params):
    """The row that begins with the headline's question and its setting."""
    where = setting(question.setting, params, dict.fromkeys(question.parameter) | usual(question))
    [row] = [cells for cells in table(page) if cells[1] == f"{headline.asked} ({where})"]
    return row


@pytest.mark.parametrize("page", PAGES)
def test_the_table_has_the_headlines_of_every_puzzle_in_order(page):
    puzzles, rows = {puzzle.name: puzzle for puzzle in BUILT_IN}, table(page)
    names = [re.search(r"(\w+)\.md", cells[0])[1] for cells in rows if cells[0]]
    assert sorted(names) == sorted(puzzles)
    links = [cells[0] for cells in rows if cells[0]]
    assert links == [f"[{puzzles[name].title}]({PAGES[page]}{name}.md)" for name in names]
    asked = [re.sub(r" \([^)]*\)$", "", cells[1]) for cells in rows]
    assert asked == [headline.asked for name in names for headline in puzzles[name].story]


@pytest.mark.parametrize(("puzzle", "headline"), HEADLINES)
def test_an_answer_of_the_table_is_computed_as_it_stands_there(puzzle, headline, points):
    question, asked = told(points, headline)
    params = question.stored(asked[0].params)
    cells = row_of("README.md", headline, question, params)
    assert row_of("docs/index.md", headline, question, params)[2:] == cells[2:]
    if all(point.by.draws for point in asked):
        check_sample(question, headline, asked, cells)
        return
    frames = [
        sweepstake.answer(
            question.name, method=p.method, trials=FEW if p.by.draws else None, **p.params
        )
        for p in asked
    ]
    answer = answers.answer(question, pd.concat(frames, ignore_index=True), headline)
    assert cells[2] == answer.text
    assert cells[3] == f"{certainty.IS[answer.kind]}{answer.sure}"


def check_sample(question, headline, asked, cells):
    """What is simulated can't be told anew to the last digit: its errors are looked at."""
    point = max(asked, key=lambda point: point.trials)
    half = float(re.search(r"± (\S+)", cells[3])[1])
    games = int(re.search(r"([\d,]+) games$", cells[3])[1].replace(",", ""))
    frame = sweepstake.answer(question.name, trials=100_000, **point.params)
    if headline.column:
        [(name, value)] = headline.params.items()
        frame = frame[frame[name] == value]
        assert (name, value) == ("aces", 4)
        dealt = comb(48, 22) / comb(52, 26) * point.trials
        assert abs(games - dealt) < 5 * sqrt(dealt)
        won = frame.loc[frame[headline.column] == headline.outcome, "count"].sum()
        share, trials = float(cells[2].partition("%")[0]) / 100, frame["count"].sum()
        sd = sqrt(share * (1 - share))
        assert abs(won / trials - share) < 0.005 + 5 * sd / sqrt(trials)
        assert half == pytest.approx(100 * 1.96 * sd / sqrt(games), rel=0.02)
        return
    assert games == point.trials
    mean = float(cells[2].partition(" ")[0])
    own = sweepstake.summary(frame, wide=True).iloc[0]
    sd = own[f"sd_{question.outcomes[0].name}"]
    assert abs(own[f"mean_{question.outcomes[0].name}"] - mean) < 0.5 + 5 * sd / sqrt(100_000)
    assert half == pytest.approx(1.96 * sd / sqrt(games), rel=0.03)

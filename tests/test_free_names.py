"""A parameter may have any name but those of columns of results."""

import pytest

import sweepstake
from running import sweepstake as command
from sweepstake import errors
from sweepstake.puzzle import Column, Parameter, register
from sweepstake.puzzle.parameter import ARGUMENTS, RESERVED, unfit

FREE = (
    *("point", "row", "cost", "limit", "place", "shard", "until", "answer", "weight", "spread"),
    *("self", "params", "advance", "stream", "params", "draws", "name", "rng", "of"),
)
LIST = ", ".join(dict.fromkeys(FREE))
GAME = f'''"""A die of many parameters."""
from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Puzzle

def thrown(draw, {LIST}):
    """What does a die show?"""
    return draw.die({LIST.replace(", ", " + ")})

NAMES = "{LIST}".split(", ")
PUZZLE = Puzzle("thrown_die", (Game(
    thrown,
    tuple(Parameter(name, name, 0, 9, default=1) for name in NAMES),
    (Column("face", "int", "the face"),),
),))
'''
CONFIG = """
puzzles: [thrown.py]
sweeps:
  thrown:
    question: thrown
    points:
      - grid: {limit: [1, 2], row: [1, 3], cost: 2}
        methods: {states: , simulate: {trials: 20_000}}
"""


@pytest.fixture(autouse=True)
def forgotten():
    yield
    register._local.clear()


def test_the_names_of_results_are_reserved_and_no_others(tiny):
    import pyarrow.parquet as pq

    columns = set()
    for folder in ("data", "runs"):
        for file in (tiny / "results" / folder).glob("*.parquet"):
            schema = pq.read_schema(file)
            question = register.question(file.stem)  # tiny.yaml names its sweeps so
            named = {*question.parameter, *(column.name for column in question.outcomes)}
            columns |= {*schema.names} - named
    assert {name for name in columns if not name.startswith("mean_")} <= RESERVED
    assert "begins with _ or mean_" in unfit("mean_length", ["mean_length"])
    assert not RESERVED & {*FREE}
    for name in FREE:
        Parameter(name, "a number", 1, 9)
        Column(name, "int", "a number")


def test_a_function_may_have_parameters_of_these_names():
    def sum_of(draw, limit, row, cost=1, point=1, self=1, advance=1):
        return draw.die(limit + row + cost + point + self + advance)

    asked = {"limit": 2, "advance": 3}
    rows = sweepstake.answer(sum_of, params=asked, row=1, limit="none")
    assert len(rows) == 9
    assert rows["limit"].unique().tolist() == [2]
    sample = sweepstake.answer(sum_of, params=asked, row=1, method="simulate", trials=2_000)
    assert sample["count"].sum() == 2_000
    swept = sweepstake.sweep(sum_of, params={**asked, "limit": [1, 2]}, row=1)
    assert swept.table()["limit"].tolist() == [1, 2]
    assert sweepstake.summary(swept.frame, wide=True)["limit"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"params": {"ranks": 3}, "ranks": 3}, "ranks is given twice, in params and by itself"),
        ({"params": 3}, 'params is 3; allowed: names with values, as {"limit": 3}'),
        ({"params": {"rank": 3}}, "war_sweep has no parameter 'rank'; allowed: ranks, suits"),
    ],
)
def test_mistakes_in_params_are_a_line(asked, message):
    with pytest.raises(errors.InputError) as raised:
        sweepstake.answer("war_sweep", **asked)
    assert str(raised.value).startswith(message)


def test_a_function_says_how_to_give_what_it_needs():
    def need(draw, limit):
        return draw.die(limit)

    with pytest.raises(errors.InputError, match=r'need needs limit; give it as params={"limit": '):
        sweepstake.answer(need)
    assert {"limit", "advance"} <= ARGUMENTS


def test_a_puzzle_is_run_and_asked_with_parameters_of_these_names(tmp_path):
    (tmp_path / "thrown.py").write_text(GAME)
    (tmp_path / "thrown.yaml").write_text(CONFIG)
    words = ("thrown", "limit=3", "row=0", "--limit", "60", "--puzzle", "thrown.py")
    printed = command("answer", *words, cwd=tmp_path).stdout
    assert "limit 3" in printed.replace("=", " ")
    command("run", "thrown.yaml", "--directory", ".", cwd=tmp_path)
    frame = sweepstake.load("thrown", tmp_path / "results")
    assert sorted(frame["limit"].unique()) == [1, 2]
    assert sorted(frame["row"].unique()) == [1, 3]
    assert len(frame[(frame.method == "states") & (frame.limit == 1) & (frame.row == 1)]) > 10

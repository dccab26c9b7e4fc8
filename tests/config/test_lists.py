"""Parameters that are lists: each value is itself a list, a text, or a name."""

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from computing import config, sweep
from sweepstake.config import file, grammar
from sweepstake.config.points import stream_name

FF = ("f", "f")
EXACT = {"methods": ["exact"]}
pytestmark = pytest.mark.usefixtures("walk")


def points(block):
    given = file.load(block) if isinstance(block, str) else block
    return sweep("walk_where", given | EXACT).points


def boards(block):
    return [point.params["board"] for point in points(block)]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("grid: {board: [[0, 1, 2]], steps: ff}", [(0, 1, 2)]),
        ("grid: {board: [[0, 1], [5], tiny], steps: ff}", [(0, 1), (5,), (0, 2, 1)]),
        ("grid: {board: tiny, steps: ff}", [(0, 2, 1)]),
        ("grid: {board: ['0:-1', '7:'], steps: ff}", [(0, -1), (7,)]),
        ("grid: {steps: [ff, [f, b], 'b:b:b']}", [(0, 2, 1)] * 3),
        ("zip: {board: [[1], [2, 3]], steps: [ff, bb]}", [(1,), (2, 3)]),
        ("list: [{board: [0, 1], steps: [f, f]}, {board: tiny, steps: ff}]", [(0, 1), (0, 2, 1)]),
        ("{grid: {board: [[0, 1], tiny], steps: ff}, exclude: [{board: [[0, 2, 1]]}]}", [(0, 1)]),
        ("{grid: {board: [[0, 1], tiny], steps: ff}, exclude: [{board: tiny}]}", [(0, 1)]),
        ("{grid: {board: [[0, 1]], steps: [ff, bb]}, exclude: [{steps: [[b, b]]}]}", [(0, 1)]),
    ],
)
def test_each_value_is_a_list_a_text_or_a_name(block, expected):
    assert sorted(boards(block)) == sorted(expected)
    asked = config("walk_where", file.load(block) | EXACT)
    jsonschema.Draft202012Validator(grammar.schema()).validate(asked)


@pytest.mark.parametrize(
    ("block", "says"),
    [
        ("grid: {board: [0, 1, 2]}", "grid.board is [0, 1, 2]; each value is a list: write [[0, 1"),
        ("grid: {pace: slow}", "grid.pace is 'slow'; each value is a list: write [['slow']], or "),
        ("grid: {board: 7}", "grid.board is 7; each value is a list: write [[7]]"),
        ("grid: {steps: [f, b]}", "grid.steps is ['f', 'b']; each value is a list: write [['f', "),
        ("grid: {pace: [slow, fast]}", "grid.pace is ['slow', 'fast']; each value is a list: wri"),
        ("grid: {board: [[0, 100]]}", "grid.board: board[1] is 100; allowed: whole numbers"),
        ("grid: {board: [[]]}", "grid.board[0] is empty"),
        ("grid: {board: {range: [1, 2]}}", "grid.board: words and lists have no range; give"),
        ("list: [{board: 0}]", "list[0]: board is 0; allowed: lists of"),
        ("{grid: {steps: ff}, exclude: [{board: [0, 2, 1]}]}", "exclude[0].board is [0, 2, 1]; ea"),
    ],
)
def test_a_flat_or_wrong_list_gets_one_line_that_shows_what_to_write(block, says):
    with pytest.raises(ValueError, match="points") as error:
        points(block)
    assert str(error.value).startswith(f"sweeps.s.points[0].{says}")
    assert "\n" not in str(error.value)


lists = st.lists(st.integers(-9, 99), min_size=1, max_size=9) | st.just([0, 2, 1])


@given(st.lists(lists, min_size=1, max_size=6), st.data())
def test_however_lists_are_written_the_points_and_their_streams_are_the_same(some, data):
    def written(items):
        text = ":".join(map(str, items)) + ":" * (len(items) == 1)
        forms = [items, text] + ["tiny"] * (items == [0, 2, 1])
        return data.draw(st.sampled_from(forms))

    block = {"grid": {"board": [*map(written, some)], "steps": [[*"ff"], "bb"]}}
    asked = points(file.load(yaml.safe_dump(block)))
    assert {point.params["board"] for point in asked} == {*map(tuple, some)}
    plain = points({"grid": {"board": some, "steps": ["ff", "b:b"]}})
    names = [
        [stream_name(p.asks, p.method, p.params, p.seed) for p in some] for some in (asked, plain)
    ]
    assert names[0] == names[1]
    kept = [point for point in plain if point.params["steps"] == FF]
    excluded = block | {"exclude": [{"steps": "bb"}]}
    assert [*points(excluded)] == kept

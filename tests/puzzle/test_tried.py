"""Where methods are tried that no puzzle names."""

import pytest

from running import WALK
from sweepstake.puzzle import register
from sweepstake.puzzle.tried import tried

NAMED = '{"tiny": [0, 2, 1]}, "tiny"'
MORE = '{"tiny": [0, 2, 1], "one": [5], "two": [3, 4]}'


@pytest.fixture
def tried_at(unregistered, tmp_path):
    """`tried_at(text)`: where the question of a puzzle is tried, in words."""

    def run(text):
        (tmp_path / "walk.py").write_text(text)
        [puzzle] = register.load([str(tmp_path / "walk.py")])
        [question] = puzzle.questions
        return [question.in_words(params) for params in tried(question)]

    return run


def test_lists_are_tried_at_the_default_and_with_other_last_items(tried_at):
    assert tried_at(WALK) == [
        "board=tiny steps=ff pace=slow:",
        "board=0:2:2 steps=fb pace=fast:",
        "board=0:2:3 steps=ff pace=slow:",
        "board=0:2:5 steps=ff pace=slow:",
    ]


def test_lists_that_have_names_are_tried(tried_at):
    boards = [words.split()[0] for words in tried_at(WALK.replace(NAMED, MORE))]
    assert boards == ["board=tiny", "board=one", "board=two", "board=one"]

"""Where methods are tried that no puzzle names."""

from running import WALK
from sweepstake.puzzle.tried import tried

NAMED = '{"tiny": [0, 2, 1]}, "tiny"'
MORE = '{"tiny": [0, 2, 1], "one": [5], "two": [3, 4]}'


def tried_at(puzzle):
    """Where the question of a puzzle is tried, in words."""
    [question] = puzzle.questions
    return [question.in_words(params) for params in tried(question)]


def test_lists_are_tried_at_the_default_and_with_other_last_items(loaded):
    assert tried_at(loaded(WALK)) == [
        "board=tiny steps=ff pace=slow:",
        "board=0:2:2 steps=fb pace=fast:",
        "board=0:2:3 steps=ff pace=slow:",
        "board=0:2:5 steps=ff pace=slow:",
    ]


def test_lists_that_have_names_are_tried(loaded):
    boards = [words.split()[0] for words in tried_at(loaded(WALK, (NAMED, MORE)))]
    assert boards == ["board=tiny", "board=one", "board=two", "board=one"]

"""Random programs: their states have the law of their paths, or are refused."""

from collections import Counter

import pytest

from game.programs import program
from laws import LateError, by_paths, by_states, soon
from sweepstake.game.reading.program import RefusedError

FEW, MANY = 102, 15_000
MOST_ROWS = 400


def verdict(seed):
    """What becomes of a program: "right", "refused", or why it has no law."""
    play, text = program(seed)
    try:
        with soon(2):
            law = by_paths(play, MOST_ROWS)
    except LateError:
        return "late"
    except Exception as error:
        return f"raises {type(error).__name__}"
    if law is None:
        return "many rows"
    try:
        with soon(5):
            found = by_states(play)
    except RefusedError as error:
        return f"refused {error}"
    except LateError:
        return "late"
    assert found == law, text
    return "right"


@pytest.mark.parametrize("part", range(6))
def test_states_have_the_law_of_the_paths(part):
    found = Counter(verdict(seed).split()[0] for seed in range(part, FEW, 6))
    assert found["right"] > found["refused"]
    assert found["right"] >= FEW / 6 / 4


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_many_states_have_the_law_of_the_paths(part):
    found = Counter(verdict(seed).split()[0] for seed in range(FEW + part, FEW + MANY, 100))
    assert found["right"] >= 70  # of 150: two in three are, so 10,000 of all; others have many rows

"""Random programs in which a player chooses: best play by the states is confirmed by the paths."""

from collections import Counter
from fractions import Fraction
from zlib import crc32

import pytest

from game.programs import program
from laws import LateError, Whole, by_paths, solved, soon
from sweepstake.errors import NoAnswerError
from sweepstake.game.choosing.policy import policy
from sweepstake.game.choosing.process import Process
from sweepstake.game.choosing.strategies import Always
from sweepstake.game.drawing.draw import at_random
from sweepstake.game.reading.decisions import decisions
from sweepstake.game.reading.goals import Goal
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.rewriting.resumable import resumable
from sweepstake.game.solving.exploring import Table

FEW, MANY = 240, 6_000
MOST_ROWS = 1_500


def hashed(salt):
    """A strategy that looks arbitrary."""

    def choose(draw, site, options, seen):
        return crc32(repr((salt, site[1], options, seen)).encode()) % len(options)

    return choose


def by_states(play, player):
    asked = Whole(play, 1, (0,), decider=Always(player))
    found = Table(asked, resumable(asked), {})
    assert found.explore(50_000)
    return solved(found)


def worth(law, goal):
    """The goal's mean, from the probabilities of outcomes as they are written."""
    worths = {repr(goal.value): Fraction(goal.sign)} if goal.value is not None else None
    if worths is not None:
        return sum(p * worths.get(outcome, 0) for outcome, p in law.items())
    return sum(p * goal.sign * Fraction(eval(outcome)) for outcome, p in law.items())


def goals(process):
    """A goal for the outcomes of a process: a mean if they are numbers, else one of them."""
    cells = sorted({s.cells[0] for steps in process.steps for s in steps if s.to == -1}, key=repr)
    if all(type(cell) is int for cell in cells):
        return [Goal("x", 1), Goal("x", -1)]
    return [Goal("x", 1, cells[0]), Goal("x", -1, cells[-1])]


def verdict(seed):
    play, text = program(seed, choices=True)
    if (
        "choose" not in text.partition("def game")[2]
        and "pick(" not in text.partition("def game")[2]
    ):
        return "no choice"
    try:
        names = decisions(play)
        with soon(5):
            laws = [by_paths(play, MOST_ROWS, player) for player in (at_random, hashed(1))]
            if None in laws:
                return "many rows"
            assert by_states(play, at_random) == laws[0], text
            assert by_states(play, hashed(1)) == laws[1], text
            asked = Whole(play, 1, (0,))
            process = Process(asked, resumable(asked), {}, names=names)
            assert process.explore(50_000)
            for goal in goals(process):
                best = policy(process, goal)
                law = by_paths(play, MOST_ROWS, best)
                assert worth(law, goal) == goal.sign * best.value, text
                others = [*laws, *(by_paths(play, MOST_ROWS, hashed(n)) for n in range(2, 6))]
                assert all(worth(law, goal) >= worth(o, goal) for o in others if o), text
    except RefusedError as error:
        return "hidden" if "but the best choice" in str(error) else f"refused {error}"
    except LateError:
        return "late"
    except NoAnswerError:
        return "none"
    except AssertionError:
        raise
    except Exception as error:
        return f"raises {type(error).__name__}"
    return "best"


@pytest.mark.parametrize("part", range(6))
def test_best_play_of_a_program_is_confirmed_by_its_paths(part):
    found = Counter(verdict(seed).split()[0] for seed in range(part, FEW, 6))
    assert found["best"] >= 8, found


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_best_play_of_many_programs(part):
    found = Counter(verdict(seed).split()[0] for seed in range(FEW + part, FEW + MANY, 20))
    assert found["best"] >= 20, found

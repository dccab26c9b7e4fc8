"""Compiled plays under a strategy are those of plain Python, and have the law of `states`."""

from functools import partial
from runpy import run_path

import pytest
from scipy.stats import chisquare

from game import choice_rules
from running import ROOT
from sweepstake.core.stream import stream
from sweepstake.errors import NoAnswerError
from sweepstake.game import least, most
from sweepstake.game.choosing.strategies import Choosing
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import FEW, Simulated
from sweepstake.game.solving.states import States
from sweepstake.puzzle import Column

WON, COUNT = (Column("won", "bool", "won"),), (Column("score", "int", "how much"),)
RATE = 1e-9
"""How often a sample from the right law fails; the streams are fixed, so it is once and for all."""


def example(name):
    return run_path(str(ROOT / "examples" / f"{name}.py"))


ALONE, BLACKJACK, SECRETARY = map(example, ("alone", "blackjack", "secretary"))


def stakes_all(options):
    return max(options)


def higher_below(last, left):
    return "higher" if 2 * last < len(left) else "lower"


def by_count(below, above):
    return "higher" if above >= below else "lower"


def offered_more(draw, n):
    """Options that vary, also with what the player doesn't see, of several types."""
    score = 0
    for k in range(n):
        face = draw.die(6)
        score += draw.choose([face, 7 - face] if face < 4 else [face], sees={"odd": k % 2 == 1})
        if draw.choose((True, False), sees={}):
            return score
        while draw.choose("ab", sees={"k": k, "none": None, "pair": (k, 1)}) == "a":
            score += rolled(draw, 2, last=k)
    return score


def rolled(draw, times, last):
    score = last
    for _ in range(times):
        score += draw.die(2)
    return draw.choose(range(score, score + 3, 2), sees=(last, times))


def halves(odd, options):
    return options[0] if odd else options[-1]


def decides(options, k=0, odd=False, last=0):
    return options[(k + odd + last) % len(options)]


GAMES = [
    (ALONE["pig_alone"], COUNT, least("score"), {"points": 30}, ALONE["hold_at_20"]),
    (BLACKJACK["blackjack"], COUNT, most("score"), {}, BLACKJACK["as_the_dealer"]),
    (SECRETARY["secretary"], WON, most("won"), {"candidates": 12}, SECRETARY["after_a_third"]),
    (choice_rules.guess_counts, WON, most("won"), {"n": 7}, by_count),
    (choice_rules.guess_deck, WON, most("won"), {"n": 7}, higher_below),
    (choice_rules.bold, WON, most("won"), {"money": 7, "goal": 20}, stakes_all),
    (offered_more, COUNT, most("score"), {"n": 3}, decides),
]
PLAYS = [
    (*game, strategy)
    for game in GAMES
    for strategy in ("best", "worst", "random", "own")
    if not (game[0] is ALONE["pig_alone"] and strategy == "worst")  # there is none
    and not (game[0] is offered_more and strategy in ("best", "worst"))  # not known here
]


def query(play, outcomes, goal, own, strategy):
    choosing = Choosing(play, outcomes, goal, {"own": own})
    choosing.check()
    decider = choosing.decider(strategy)
    return Query(play, 1, (0,), (), outcomes, decider, own if strategy == "own" else None)


def plain(method, params):
    """The same method, which does not compile."""
    other = Simulated(method.query)
    other._refused[tuple(params.values())] = "a test"
    return other


@pytest.mark.parametrize(("play", "outcomes", "goal", "params", "own", "strategy"), PLAYS)
def test_a_sample_under_a_strategy_is_that_of_plain_python(
    play, outcomes, goal, params, own, strategy
):
    method, trials = Simulated(query(play, outcomes, goal, own, strategy)), 4 * FEW
    assert method.why_plain(**params) is None
    draw = partial(stream, 1, play.__name__)
    counts = method.answer(draw(), trials, **params)
    assert counts == plain(method, params).answer(draw(), trials, **params)
    assert sum(counts.values()) == trials


@pytest.mark.parametrize(("play", "outcomes", "goal", "params", "own", "strategy"), PLAYS)
def test_a_large_sample_under_a_strategy_has_the_law_of_the_states(
    play, outcomes, goal, params, own, strategy
):
    asked, trials = query(play, outcomes, goal, own, strategy), 100_000
    law = States(asked, plays=10).answer(**params)
    counts = Simulated(asked).answer(stream(2, play.__name__), trials, **params)
    expected = {outcome: trials * float(law[outcome]) for outcome in law}
    often = [outcome for outcome, mean in expected.items() if mean >= 5]
    seen = [counts.get(outcome, 0) for outcome in often]
    rest = trials - sum(expected[outcome] for outcome in often)
    seen, means = [*seen, trials - sum(seen)], [*(expected[o] for o in often), rest]
    if rest < 5:  # too little for a cell of its own
        seen, means = [*seen[:-2], sum(seen[-2:])], [*means[:-2], sum(means[-2:])]
    assert len(seen) == 1 or chisquare(seen, means).pvalue > RATE


def test_a_choice_that_no_compared_play_has_met_is_made_as_the_strategy_says():
    """One play in 10,000 meets it, so the table lacks it at first."""

    def rare(draw):
        face = draw.below(10_000)
        return draw.choose((0, 1, 2), sees=(face,)) if face == 7 else -1

    def second(face):
        return 1 + (face == 7)

    method = Simulated(query(rare, COUNT, most("score"), second, "own"))
    assert method.why_plain() is None
    counts = method.answer(stream(1, "rare"), 200_000)
    assert {*counts} == {-1, 2}
    assert 2 < counts[2] < 60  # 20 on average


def test_a_strategy_that_fails_where_plays_seldom_come_has_its_error():
    def rare(draw):
        face = draw.below(10_000)
        return draw.choose((0, 1), sees=(face,)) if face == 7 else -1

    method = Simulated(query(rare, COUNT, most("score"), lambda face: face, "own"))
    assert method.why_plain() is None
    with pytest.raises(NoAnswerError, match="the strategy 'own' chooses 7; allowed: 0, 1"):
        method.answer(stream(1, "rare"), 200_000)


def twice_offered(draw):
    k = draw.below(10_000)
    return draw.choose([k, 7], sees=(k,))


@pytest.mark.parametrize("strategy", ["random", "own"])
def test_an_option_that_is_seldom_offered_twice_is_refused(strategy):
    asked = query(twice_offered, COUNT, most("score"), lambda k: k, strategy)
    method = Simulated(asked)
    assert method.why_plain() is None
    with pytest.raises(ValueError, match="an option is offered twice"):
        method.answer(stream(1, "twice"), 200_000)


def hands(draw):
    faces = tuple(draw.dice(2, 6))
    return len(draw.choose([(1,), (1, 2), faces], sees=(faces,)))


def sees_a_list(draw):
    faces = [draw.die(6)]
    return draw.choose((1, 2), sees={"faces": faces}) + draw.die(2)


@pytest.mark.parametrize("play", [hands, sees_a_list])
@pytest.mark.parametrize("strategy", ["random", "own"])
def test_what_is_not_compiled_has_its_line(play, strategy):
    asked = query(play, COUNT, most("score"), lambda options: options[0], strategy)
    assert Simulated(asked).why_plain()


def test_choices_without_a_player_are_refused():
    method = Simulated(Query(choice_rules.guess_counts, 1, (0,)))
    assert "a player chooses, so say what for" in method.why_plain(n=5)

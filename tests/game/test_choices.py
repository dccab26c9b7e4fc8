"""Choices: best play has the value of own recursions, and untouched plays confirm the policy."""

import re
from fractions import Fraction
from functools import cache

import pandas as pd
import pytest

from game import choice_rules
from sweepstake.game import Ask, Game, least, most
from sweepstake.game.choosing.strategies import Choosing
from sweepstake.puzzle import Column, Parameter

N = (Parameter("n", "cards", 1, 100),)
WON = (Column("won", "bool", "won"),)
COUNT = (Column("score", "int", "how much"),)


def asked(play, parameters=(), outcomes=WON, goal=None, strategies=None, **more):
    ask = Ask(play.__name__, "What is it?", tuple(column.name for column in outcomes))
    goal = goal or most(outcomes[0].name)
    game = Game(play, parameters, outcomes, (ask,), goal=goal, strategies=strategies or {}, **more)
    return game.questions[0]


def answer(question, method="states", **params):
    params = question.checked(params)
    return question.method(method, params).answer(**params)


def chance(question, method="states", **params):
    return answer(question, method, **params)[True]


def average(law):
    return sum(value * law[value] for value in law)


# own recursions, which share nothing with the package


@cache
def guessed(below, above):
    """How likely all guesses are right, with so many cards below and above the last one."""
    if not below + above:
        return Fraction(1)
    down = sum(guessed(k, below + above - 1 - k) for k in range(below))
    up = sum(guessed(k, below + above - 1 - k) for k in range(below, below + above))
    return Fraction(max(down, up)) / (below + above)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_flipping_cards_as_well_as_possible(n):
    value = sum(guessed(k, n - 1 - k) for k in range(n)) / n
    for play in (choice_rules.guess_deck, choice_rules.guess_counts):
        assert chance(asked(play, N), n=n) == value
    assert n < 9 or value == Fraction(775, 4536)


def test_flipping_cards_is_the_best_of_the_guesses_that_the_puzzle_has():
    from sweepstake.puzzles.guess import exact

    question = asked(choice_rules.guess_counts, N)
    for n in (1, 2, 3, 6, 30):
        assert chance(question, n=n) == exact.win(n)[True]


@pytest.mark.slow
def test_flipping_up_to_100_cards_is_the_puzzles_own_recursion():
    """One game of 100 cards has all smaller ones in its states: so many below, so many above."""
    from sweepstake.puzzles.guess import exact

    policy = Choosing(choice_rules.guess_counts, WON, most("won"), {}).policy("best", {"n": 100})
    offers = policy.process.offers
    value = {offer.seen: policy.best.value[state] for state, offer in offers.items()}
    assert policy.value == exact.win(100)[True]
    for n in range(2, 100):
        assert sum(value[k, n - 1 - k] for k in range(n)) / n == exact.win(n)[True]


@cache
def told(red, black):
    if not red + black:
        return Fraction(0)
    p = Fraction(red, red + black)
    later = (p * told(red - 1, black) if red else 0) + (
        (1 - p) * told(red, black - 1) if black else 0
    )
    return max(p, 1 - p) + later


@pytest.mark.parametrize("play", [choice_rules.colours, choice_rules.colours_shuffled])
def test_the_colours_of_cards_are_guessed_best(play):
    parameters = (Parameter("red", "red", 0, 9), Parameter("black", "black", 0, 9))
    question = asked(play, parameters, COUNT)
    for red, black in [(2, 2), (1, 3), (4, 3)]:
        assert average(answer(question, red=red, black=black)) == told(red, black)
    assert told(2, 2) == Fraction(17, 6)


def test_bold_play_is_best_in_an_unfair_game():
    """Dubins and Savage: the whole stake, or what is missing; many others are as good."""
    parameters = (Parameter("money", "coins", 0, 100), Parameter("goal", "coins", 1, 100))

    def bold(money, options):
        return max(options)

    question = asked(choice_rules.bold, parameters, strategies={"bold": bold})
    at = {"money": 33, "goal": 99}
    assert chance(question, **at) == chance(question, **at, strategy="bold") == Fraction(4, 19)


def test_a_play_that_may_wait_for_nothing_ends():
    assert average(answer(asked(choice_rules.waiting, (), COUNT))) == 6
    assert average(answer(asked(choice_rules.two_rooms, (), COUNT))) == -1
    assert average(answer(asked(choice_rules.two_rooms, (), COUNT), strategy="worst")) == -2


def test_gains_without_end_have_no_best_mean():
    question = asked(choice_rules.coins, (), COUNT)
    with pytest.raises(ValueError, match="score has no best mean: it gets better the longer"):
        answer(question)
    assert answer(question, strategy="worst").counts == {0: 1}
    assert answer(asked(choice_rules.coins, (), COUNT, goal=least("score"))).counts == {0: 1}


def test_without_a_strategy_that_surely_ends_none_is_best():
    question = asked(choice_rules.trapped, (), COUNT)
    with pytest.raises(ValueError, match="no strategy ends every play with probability 1"):
        answer(question)


def test_hidden_information_is_refused_with_what_is_hidden():
    line = r"line \d+: the player sees k=0, but the best choice depends on cards, which may be "
    with pytest.raises(ValueError, match=line + r"\[0, 0, 1, 1\] or \[\d.*: let the player see"):
        answer(asked(choice_rules.clairvoyant, (), COUNT))
    with pytest.raises(ValueError, match="the best choice depends on car, which may be 0 or 2"):
        answer(asked(choice_rules.monty))
    with pytest.raises(ValueError, match="the best choice depends on "):
        answer(asked(choice_rules.secretary_ranks, N), n=5)


@pytest.mark.parametrize("method", ["states", "paths"])
def test_strategies_that_see_too_little_still_answer(method):
    strategies = {"stay": lambda pick: "stay", "switch": lambda opened: "switch"}
    question = asked(choice_rules.monty, strategies=strategies)
    values = {how: chance(question, method, strategy=how) for how in ("stay", "switch", "random")}
    assert values == {"stay": Fraction(1, 3), "switch": Fraction(2, 3), "random": Fraction(1, 2)}


@pytest.mark.parametrize("strategy", ["best", "worst", "random"])
@pytest.mark.parametrize(
    ("play", "params"),
    [
        (choice_rules.guess_deck, {"n": 5}),
        (choice_rules.guess_counts, {"n": 6}),
    ],
)
def test_plays_of_the_untouched_function_confirm_the_policy(play, params, strategy):
    question = asked(play, N)
    laws = [answer(question, method, strategy=strategy, **params) for method in ("states", "paths")]
    assert laws[0] == laws[1]


def test_a_sample_follows_the_strategy():
    from sweepstake.core.stream import stream

    question = asked(choice_rules.guess_counts, N)
    for strategy in ("best", "worst", "random"):
        params = question.checked({"n": 5, "strategy": strategy})
        share = answer(question, **params)[True]
        won = question.methods["simulate"].answer(stream(1, "sample"), 4_000, **params)
        deviation = (4_000 * share * (1 - share)) ** 0.5
        assert abs(won.get(True, 0) - 4_000 * share) <= 5 * float(deviation)


# where a choice may stand


def in_a_while(draw):
    n = 0
    while draw.choose((True, False), sees=(n,)):
        n += draw.die(2)
        if n > 3:
            return 0
    return n


def in_a_conditional(draw):
    face = draw.die(6)
    return draw.die(6) if draw.choose(("again", "keep"), sees=(face,)) == "again" else face


def in_an_and(draw):
    face = draw.die(6)
    if face < 6 and draw.choose((True, False), sees=(face,)):
        face = draw.die(6)
    return face


def in_a_comprehension(draw):
    faces = [draw.die(6) for _ in range(2)]
    return sum([draw.choose((face, 7 - face), sees=(face,)) for face in faces])


def rolled(draw, left):
    face = draw.die(6)
    while left and draw.choose(("again", "keep"), sees=(face, left)) == "again":
        face = draw.die(6)
        left -= 1
    return face


def in_a_helper(draw):
    return rolled(draw, 1) + rolled(draw, 1)


AGAIN = Fraction(1, 2) * 5 + Fraction(1, 2) * Fraction(7, 2)


@pytest.mark.parametrize(
    ("play", "value"),
    [
        (in_a_while, None),
        (in_a_conditional, AGAIN),
        (in_an_and, AGAIN),
        (in_a_comprehension, 2 * Fraction(6 + 5 + 4 + 4 + 5 + 6, 6)),
        (in_a_helper, 2 * AGAIN),
    ],
)
def test_a_choice_may_stand_in_an_expression_or_in_a_helper(play, value):
    question = asked(play, (), COUNT)
    law = answer(question)
    assert law == answer(question, "paths")
    assert value is None or average(law) == value


def in_a_lambda(draw):
    face = draw.die(6)
    return face + (lambda: draw.choose((1, 2), sees=(face,)))()


def in_a_chain(draw):
    face = draw.die(6)
    return int(1 < draw.choose((1, 2, 3), sees=(face,)) < face)


@pytest.mark.parametrize("play", [in_a_lambda, in_a_chain])
def test_a_choice_where_best_play_is_not_known_has_its_line(play):
    question = asked(play, (), COUNT)
    with pytest.raises(ValueError, match=r"line \d+: "):
        answer(question)
    assert average(answer(question, "paths", strategy="random")) > 0


def conditioned(draw):
    face = draw.die(6)
    draw.condition(face > 1)
    return draw.choose((face, 1), sees=(face,))


def test_a_condition_beside_choices_is_refused_for_best_play_only():
    question = asked(conditioned, (), COUNT)
    with pytest.raises(ValueError, match="best play is not known for what is given by"):
        answer(question)
    assert average(answer(question, strategy="random")) == Fraction(5, 2)


# what is declared


def free(draw):
    return draw.choose((0, 1), sees=()) == draw.below(2)


def unseen(draw, n):
    return draw.choose((0, 1), sees=(n + 1,)) == draw.below(2)


def twice(draw):
    return draw.choose((0, 1), sees=()) + draw.choose((0, 1), sees=())


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: Game(free, (), WON, (Ask("free", "?", "won"),)), "a player chooses, so say what"),
        (lambda: asked(free, goal=most("lost")), "the goal is 'lost'; allowed: won"),
        (lambda: asked(unseen, N), r"line \d+: write draw.choose\(options, sees="),
        (lambda: asked(twice, (), COUNT), "two choices in this line: use two lines"),
        (lambda: asked(free, strategies={"best": lambda: 0}), "as one that is there already"),
        (lambda: asked(free, strategies={"s": 3}), "allowed: functions of what the player sees"),
        (
            lambda: asked(free, strategies={"s": lambda k: 0}),
            "asks for k, which the player doesn't",
        ),
        (lambda: Game(free, (), WON, strategies={"s": lambda: 0}), "give it a goal, too"),
        (
            lambda: asked(lambda draw: draw.die(6), (), COUNT),
            "has a goal, but no draw.choose",
        ),
    ],
)
def test_a_mistake_in_a_game_with_choices_has_one_line(make, line):
    with pytest.raises(ValueError, match=line) as error:
        make()
    assert "\n" not in str(error.value)


def no_option(draw):
    return draw.choose((), sees=()) == draw.below(2)


def same_option(draw):
    return draw.choose((1, True), sees=()) == draw.below(2)


def list_option(draw):
    return draw.choose(([1], [2]), sees=()) == [draw.die(2)]


def list_seen(draw):
    faces = [draw.die(6)]
    return draw.choose((1, 2), sees=(faces,)) == draw.die(2)


@pytest.mark.parametrize(
    ("play", "line"),
    [
        (no_option, "draw.choose has no option"),
        (same_option, "an option is offered twice"),
        (list_option, "an option can be changed in place"),
        (list_seen, "the player sees a list, which can be changed in place"),
    ],
)
@pytest.mark.parametrize("strategy", ["best", "random"])
def test_options_and_what_is_seen_are_checked(play, line, strategy):
    question = asked(play)
    with pytest.raises(ValueError, match=line) as error:
        answer(question, strategy=strategy)
    assert re.search(r"line \d+", str(error.value))


def test_a_strategy_has_to_return_an_option():
    question = asked(free, strategies={"s": lambda: 7, "t": lambda: 1 // 0})
    with pytest.raises(ValueError, match="the strategy 's' chooses 7; allowed: 0, 1"):
        answer(question, strategy="s")
    with pytest.raises(ValueError, match="the strategy 't' fails: ZeroDivisionError"):
        answer(question, strategy="t")


SEEN = []


def test_a_strategy_may_not_remember():
    question = asked(free, strategies={"s": lambda: SEEN.append(1) or 0})
    with pytest.raises(ValueError, match="SEEN is changed by a play and outlives it"):
        answer(question, strategy="s")


def one(draw):
    return draw.choose((0, 1), sees=())


def both(draw):
    a = one(draw)
    b = one(draw)
    return a + 2 * (1 - b) + draw.below(2)


def test_choices_that_look_alike_must_be_made_alike():
    """A helper that is called twice has one line; the calls want different options."""
    question = asked(both, (), COUNT)
    with pytest.raises(ValueError, match="depends on which call of this function it is"):
        answer(question)


# the policy as an answer


def secretary(draw, n):
    for k in range(1, n + 1):
        if draw.chance(1, k) and draw.choose(("take", "go on"), sees=(k,)) == "take":
            return all(not draw.chance(1, later) for later in range(k + 1, n + 1))
    return False


def threshold(n):
    """From which candidate on one takes the best so far, and how likely that wins (Ferguson)."""
    value, first = Fraction(0), n + 1
    for k in range(n, 0, -1):
        if Fraction(k, n) > value:
            first = k
        value = max(Fraction(k, n), value) / k + value * Fraction(k - 1, k)
    return first, value


@pytest.mark.parametrize("n", [3, 7, 20, 100])
def test_the_secretarys_policy_is_a_threshold(n):
    game = Game(secretary, N, WON, (Ask("secretary", "?", "won"),), goal=most("won"))
    question, policy = game.questions
    first, value = threshold(n)
    assert chance(question, n=n) == value
    assert (policy.name, policy.listing) == ("secretary_policy", True)
    assert [column.name for column in policy.outcomes] == ["k", "choice", "value", "loses", "ties"]
    rows = answer(policy, n=n)
    assert [row[0] for row in rows] == [*range(1, n + 1)]
    assert [row[1] for row in rows] == ["go on"] * (first - 1) + ["take"] * (n + 1 - first)
    assert n < 20 or value in (Fraction(3407275, 8868288), pytest.approx(0.371042778712643))


def test_ties_are_listed_and_lose_nothing():
    game = Game(choice_rules.guess_counts, N, WON, (Ask("guess", "?", "won"),), goal=most("won"))
    rows = {row[:2]: row[2:] for row in answer(game.questions[1], n=5)}
    assert rows[2, 2][2:] == ("0", "lower")
    assert rows[1, 3][0] == "higher"
    assert rows[1, 3][3] == ""


def test_the_policy_is_shown_in_words():
    from sweepstake.game.choosing.listing import in_words, runs

    game = Game(secretary, N, WON, (Ask("secretary", "?", "won"),), goal=most("won"))
    show = game.shows[-1]
    [listing] = show.listings(None, **show.checked({"n": 20}))
    assert listing.note == "go on up to k = 7, take from k = 8 on"
    assert in_words("k", runs({1: "a"})) == "a always"
    assert in_words("k", runs({1: "a", 2: "b", 3: "a"})) == (
        "a up to k = 1, b from 2 to 2, a from k = 3 on"
    )


def test_a_play_is_shown_with_what_the_options_are_worth():
    from numpy.random import default_rng

    game = Game(secretary, N, WON, (Ask("secretary", "?", "won"),), goal=most("won"))
    show = game.shows[0]
    [listing] = show.listings(default_rng(1), **show.checked({"n": 3}))
    assert any(row[2] == "'go on' (0.5); 'take' (0.333333)" for row in listing.rows)


def test_a_bare_function_has_a_goal_and_strategies():
    import sweepstake

    asked = {"n": 5, "goal": most("outcome")}
    best = sweepstake.answer(secretary, **asked)
    assert {*best[best["outcome"]]["exact"]} == {str(threshold(5)[1])}
    never = sweepstake.answer(
        secretary, **asked, strategies={"never": lambda: "go on"}, strategy="never"
    )
    assert not never["outcome"].any()
    with pytest.raises(ValueError, match="a player chooses, so say what for"):
        sweepstake.answer(secretary, n=5)


def drawn(game, n):
    """The chart of the policy."""
    policy, [plot] = game.questions[1], game.plots
    rows = policy.method("states").answer(n=n)
    names = [column.name for column in policy.outcomes]
    frame = pd.DataFrame([dict(zip(names, row, strict=True)) for row in rows])
    [chart] = plot.make({policy.name: frame.assign(n=n, method="states")})
    return chart


def test_one_number_makes_a_line_of_options_with_a_sentence():
    game = Game(secretary, N, WON, (Ask("secretary", "?", "won"),), goal=most("won"))
    chart = drawn(game, 20)
    assert chart.levels == ["go on", "take"]
    assert chart.finding == "Go on up to k = 7, take from k = 8 on"
    assert chart.series[0].y == [0] * 7 + [1] * 13


def test_two_numbers_make_a_map_of_two_options():
    game = Game(choice_rules.guess_counts, N, WON, (Ask("guess", "?", "won"),), goal=most("won"))
    chart = drawn(game, 5)
    assert (chart.x, chart.y) == ("above", "below")
    at = {(a, b): v for a, row in zip(chart.rows, chart.values, strict=True)
          for b, v in zip(chart.columns, row, strict=True)}  # fmt: skip
    assert (at["0", "4"], at["4", "0"]) == (0, 1)  # higher, if no card is below
    assert at["4", "4"] != at["4", "4"]  # there is no such state

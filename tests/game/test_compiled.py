"""Compiled plays are those of plain Python, draw by draw, or they are refused with a line."""

import operator  # noqa: F401  # a play multiplies by it
import re
from collections import Counter
from fractions import Fraction
from functools import partial
from random import Random
from runpy import run_path

import psutil
import pytest

from game import compilable, compilable_programs, programs, rules
from game.rules import pig_alone
from game.test_attacks import PROGRAMS
from running import ROOT, some
from sweepstake.core.stream import stream
from sweepstake.game.drawing.draw import Rejected
from sweepstake.game.drawing.playing import Sampled
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import FEW, Simulated
from sweepstake.puzzles.war import letter


def example(name, play):
    """A game's function of examples/."""
    return run_path(str(ROOT / "examples" / f"{name}.py"))[play]


GAMES = [
    (pig_alone, 1, {"hold": 20}),
    (example("ruin", "ruin_reached"), 1, {"stake": 5, "goal": 10, "p": Fraction(9, 20)}),
    (example("monty", "monty_won"), 1, {"doors": 5, "opened": 2, "strategy": "switch"}),
    (example("coupon", "coupon_packets"), 1, {"pictures": 12}),
    (example("craps", "craps_lasts"), 1, {"rolls": 20}),
    (letter.length, 2, {"ranks": 4, "suits": 3, "down": 2}),
    (compilable.two_in_a_row, 1, {}),
    (compilable.socks, 1, {"pairs": 10, "places": 7}),
    (example("chutes", "chutes_moves"), 1, {"board": (1, 7, 3, 4, 2, 6, 7, 1, 9)}),
    (compilable.all_draws, 9, {"n": 3}),
    (compilable.shuffles, 7, {"n": 4}),
    (compilable.divides, 12, {"n": 2}),
    (compilable.unset, 3, {"n": 5}),
]
DIFFERENT = re.compile("ends with|another number of times")
"""What is said where a compiled play is another: no program here may come to that."""


def simulated(play, width, given=()):
    return Simulated(Query(play, width, tuple(range(width)), given))


def plain(method, params):
    """The same method, which does not compile."""
    other = Simulated(method.query)
    other._refused[tuple(params.values())] = "a test"
    return other


@pytest.mark.parametrize(("play", "width", "params"), GAMES)
def test_a_sample_is_that_of_plain_python(play, width, params):
    method, trials = simulated(play, width), 2 * FEW
    assert method.why_plain(**params) is None
    draw = partial(stream, 1, play.__name__)
    counts = method.answer(draw(), trials, **params)
    assert counts == plain(method, params).answer(draw(), trials, **params)
    assert sum(counts.values()) == trials
    assert {type(outcome) for outcome in counts} <= {int, bool, tuple, type(None)}


def test_what_is_given_is_kept():
    method = simulated(compilable.all_draws, 9, ((8, "first"), (4, True)))
    assert method.why_plain(n=3) is None
    counts = method.answer(stream(1, "given"), 2 * FEW, n=3)
    assert counts == plain(method, {"n": 3}).answer(stream(1, "given"), 2 * FEW, n=3)
    assert {outcome[8] for outcome in counts} == {"first"}


def test_what_never_happens_is_named():
    method = simulated(rules.pig_turn, 1, ((0, 1),))
    with pytest.raises(ValueError, match="pig_turn: 100,000 plays miss what is given"):
        method.answer(stream(1, "never"), 2 * FEW, hold=5)


def doubles(draw):
    value = 3
    while draw.chance(63, 64):
        value = value * 4 + 1
    return value > 5


def test_whole_numbers_beyond_64_bits_are_played_in_plain_python():
    method = simulated(doubles, 1)
    assert "OverflowError" in method.why_plain()
    assert sum(method.answer(stream(1, "large"), 2 * FEW).values()) == 2 * FEW


def sometimes(draw):
    if draw.below(RARE):
        items = [1]
    return items


RARE = 200_000
UNSET = programs.rows("""
in_a_branch: if draw.chance(1, RARE): x = 3 -> return x if draw.chance(1, RARE) else 1
by_a_loop: for k in range(min(draw.below(RARE), 9)): last, k = k, 1 -> return last > 7
of_a_loop: for k in range(min(draw.below(RARE), 9)): pass -> return k > 7
of_cards: for card in draw.shuffled([1, 2][:draw.below(RARE)]): pass -> return card
added: if draw.below(RARE): x = 3 -> x += 1 -> return x
in_an_index: items = [1, 2] -> if draw.below(RARE): x = 1 -> items[x] += 1 -> return items[1]
of_a_helper: return sometimes(draw)[0]
""")


@pytest.mark.parametrize("row", UNSET)
def test_a_variable_without_a_value_raises_however_rare_it_is(row):
    method = simulated(programs.play(row, globals()), 1)
    assert method.why_plain() is None
    with pytest.raises(UnboundLocalError):
        method.answer(stream(1, "unset"), 10 * RARE)


LESS, MORE = Fraction(2, 5), Fraction(1, 2)
LOOT, BEST = [0, 1, 2], (0, 1, 2)


def same(cards, other):
    return cards == other


def dealt(draw):
    return draw.shuffled([0, 1, 2])


FLOATS = "floats are played in plain Python"
CARDS = r"shuffled cards are no list; say list\(...\) where you shuffle"
LOOTED = "line 2: only items of LOOT are compiled, and it is used as a whole"
NUMBERED = "a value is now a truth value, now a number; give it one type"
NOT_COMPILED = {
    "halved: return draw.die(6) / 2 == 3": FLOATS,
    "compared_with_a_float: return draw.below(2**60) * 1.0 > 2": FLOATS,
    "a_compared_fraction: return draw.chance(1, RARE) and MORE < LESS":
        "`<` of values of these types isn't compiled",
    "a_fraction_as_a_truth_value: return draw.chance(1, RARE) and bool(MORE)":
        "of values of these types isn't compiled",
    "elsewhere: return operator.mul(draw.below(2**60), draw.below(2**60)) % 7":
        "operator, a module, can't be named",
    "no_list: items = [] -> return draw.below(2) + len(items)": "nothing is ever appended",
    "many_types: best = None -> for _ in range(2): best = 'a' if draw.below(2) else 3"
    " -> return best": "best is now a text, now a whole number; give it one type",
    "out_of_range: items = [1, 2] -> return items[draw.below(3)]":
        "list index out of range|compiled, it raises IndexError",
    "tries: try: return draw.below(2) -> except ZeroDivisionError: return 3":
        "`try` isn't compiled; test with `if`",
    "unset: for k in range(9): ->     roll = draw.die(6) ->     if k and last > roll: return k"
    " ->     last = roll -> return 0": "last may have no value yet; give it one before",
    "early: return any(draw.below(2) for _ in range(3))":
        r"any\(\) stops drawing early; write a loop",
    "once: rolls = [draw.below(2), 3] -> count = rolls.index(3) -> return count.bit_length()":
        "`.bit_length` isn't compiled",
    "grown: cards = draw.shuffled('ab') -> if draw.chance(1, 10**9): cards.append('c')"
    " -> return cards[0]": CARDS,
    "another_name: cards = dealt(draw) -> other = cards -> return other == [0, 1, 2]": CARDS,
    "by_a_helper: cards = draw.shuffled([0, 1]) -> return same(cards, [0, 1])": f"line 3: {CARDS}",
    "in_a_list: hands = [draw.shuffled([0, 1])] * 2 -> return hands[0] == hands[1]": CARDS,
    "in_a_tuple: a, b = draw.shuffled([0, 1]), draw.shuffled([0, 1])"
    " -> return (a, 1) == (b, 1)": CARDS,
    "a_list_of_outside: return draw.chance(1, 2) and LOOT == BEST": LOOTED,
    "a_part_of_it: return draw.chance(1, 2) and LOOT[:2] == (0, 1)": LOOTED,
    "a_number_among_them: flags = [draw.die(6) > 6] -> if draw.chance(1, RARE): flags += [2]"
    " -> return flags[-1]": f"line 3: {NUMBERED}",
    "a_number_in_a_set: flags = set() -> flags.add(draw.die(6) < 7)"
    " -> return draw.chance(1, RARE) and 2 in flags": NUMBERED,
    "a_dict: met = {1: draw.die(6) > 6} -> if draw.chance(1, RARE): met[1] = 2 -> return met[1]":
        "dicts aren't compiled; use lists",
    "a_truth_value_as_a_number: return not isinstance(draw.die(6) > 1, int)":
        "isinstance isn't compiled",
}  # fmt: skip


@pytest.mark.parametrize("row", NOT_COMPILED)
def test_what_is_not_compiled_is_named_with_its_line(row):
    why = simulated(programs.play(row, globals()), 1).why_plain()
    assert re.search(NOT_COMPILED[row], why), why
    assert "\n" not in why
    assert len(why) < 160
    if "line" in why:
        assert int(why.split()[1].strip(":")) > 1


def halves(draw, shares):
    return draw.chance(1, RARE) and shares[0] == shares[1]


def test_fractions_in_a_tuple_are_played_in_plain_python():
    method, shares = simulated(halves, 1), (Fraction(1, 2), Fraction(1, 3))
    assert "a tuple of other values" in method.why_plain(shares=shares)
    assert method.why_plain(shares=(1, 2)) is None
    assert method.answer(stream(1, "halves"), 1000, shares=shares) == {False: 1000}


def width(play, params):
    """How many columns the outcome of a program has."""
    for seed in range(20):
        random = Random(seed)
        words = iter(lambda random=random: random.getrandbits(32), None)
        try:
            outcome = play(Sampled(words, 1e5), **params)
        except Rejected:
            continue
        return len(outcome) if isinstance(outcome, tuple) and len(outcome) > 1 else 1
    return 1


def verdict(play, columns, **params):
    """What becomes of a program: "equal", or why it is refused."""
    try:
        why = simulated(play, columns).why_plain(**params)
    except RefusedError as error:  # no method plays it
        return str(error)
    assert not DIFFERENT.search(why or ""), why
    return why or "equal"


HASHABLE = {
    name: (play, params)
    for name, (play, params) in PROGRAMS.items()
    if not any(isinstance(value, list) for value in params.values())
}


def attacked(names):
    counts = Counter()
    for name in names:
        play, params = HASHABLE[name]
        counts[verdict(play, width(play, params), **params) == "equal"] += 1
    return counts


def test_attacks_are_equal_or_refused():
    assert attacked(sorted(HASHABLE)[::9])[True] >= 4


@pytest.mark.long
def test_all_attacks_are_equal_or_refused():
    assert attacked(HASHABLE)[True] >= 50


@pytest.mark.parametrize(
    "seeds", some([range(part, 408, 51) for part in range(51)], [range(0, 408, 51)])
)
def test_random_programs_are_equal_or_refused(seeds):
    counts = Counter()
    for seed in seeds:
        play, _ = compilable_programs.program(seed, sets=True)
        params = {"n": 2, "up": seed % 2 == 0, "who": "z"}
        counts[verdict(play, width(play, params), **params) == "equal"] += 1
    assert counts[True] > 0.7 * counts.total()


@pytest.mark.slow
def test_plays_with_lists_take_no_memory():
    play, columns, params = GAMES[2]
    method = simulated(play, columns)
    method.answer(stream(1, "first"), 10 * FEW, **params)
    before = psutil.Process().memory_info().rss
    method.answer(stream(1, "memory"), 10**6, **params)
    assert psutil.Process().memory_info().rss - before < 4 << 20

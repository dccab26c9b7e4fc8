"""What users do wrong in a game gives one line, with the line of the source and how to mend it."""

import pytest

from running import some

PUZZLE = '''import os, time, datetime; import random; from random import SystemRandom
from secrets import randbelow; from uuid import uuid4; from numpy.random import default_rng
from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Puzzle

SEEN = []
class Bag: first = lambda self: min({1, 2})

def toss(draw: Draw, n: int) -> int:
    """How many heads?"""
    heads = 0
    for _ in range(n):
        heads += draw.chance(1, 2)
    return heads


PUZZLE = Puzzle(
    "toss",
    (Game(toss, (Parameter("n", "tosses", 1, 9),), (Column("heads", "int", "heads"),)),),
)

class Hand:
    cards = ()
    def add(self, cards):
        return [*cards][0]
    def first(self):
        return self.add(self.cards)
'''
DRAWS, RETURNS = "heads += draw.chance(1, 2)", "    return heads\n"
ELSEWHERE = "is chance from elsewhere; take all chance from draw, as draw.die(6), draw.below(n)"


@pytest.fixture
def answered(tmp_path, refused, unregistered):
    """`answered((old, new), ...)`: what `answer` says of the puzzle with these edits."""

    def ask(*edits, words=()):
        text = PUZZLE
        for old, new in edits:
            assert text.count(old) == 1
            text = text.replace(old, new)
        file = tmp_path / "toss.py"
        file.write_text(text)
        return refused("answer", "toss", "n=5", *words, "--puzzle", file)

    return ask


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (DRAWS, "heads += random.randint(0, 1)", (f"line 13: random {ELSEWHERE}",)),
        (DRAWS, "heads += hash('abc') % 2", (f"line 13: hash {ELSEWHERE}",)),
        (DRAWS, "heads += time.time_ns() % 2", (f"line 13: time {ELSEWHERE}",)),
        (DRAWS, "heads += os.urandom(1)[0] % 2", (f"line 13: os.urandom {ELSEWHERE}",)),
        (DRAWS, "heads += draw.chance(1, 9) and SystemRandom().randint(1, 2)",
         (f"line 13: SystemRandom {ELSEWHERE}",)),
        (DRAWS, "heads += draw.chance(1, 9) and uuid4().int % 2", (f"line 13: uuid4 {ELSEWHERE}",)),
        (DRAWS, "heads += draw.chance(1, 9) or randbelow(2)", (f"line 13: randbelow {ELSEWHERE}",)),
        (DRAWS, "heads += draw.chance(1, 9) and default_rng().integers(2)",
         (f"line 13: default_rng {ELSEWHERE}",)),
        (DRAWS, "import random as r; heads += r.getrandbits(1)", (f"line 13: random {ELSEWHERE}",)),
        (DRAWS, "heads += Bag().first()", ("line 7: <lambda> makes a set: write it as a def",)),
        (DRAWS, "heads += 'abc'.__hash__() % 2", (f"line 13: __hash__ {ELSEWHERE}",)),
        (DRAWS, "heads += datetime.datetime.now().second % 2",
         (f"line 13: datetime.datetime.now {ELSEWHERE}",)),
        (DRAWS, "heads += draw.chance(1, 2) * SEEN.__len__() or random.choice([0, 1])",
         (f"line 13: random {ELSEWHERE}",)),
        (DRAWS, "heads += eval('random.getrandbits(20)')",  # made when it runs: not looked into
         ("by the same draws; all chance must come from draw",)),
        (RETURNS, "", ("toss returns None (see line 9); each way through it needs a `return`",)),
        (RETURNS, "    if heads:\n        return heads\n", ("returns None (see line 15)",)),
        (RETURNS, "    return heads / 2\n", ("(see line 14); use Fraction",)),
        (RETURNS, "    return heads > 2\n",
         ("(see line 14), and its column heads is declared as 'int'; return a whole number, or",
          "declare it as 'bool'")),
        (RETURNS, "    return str(heads)\n", ("declare it as 'string'",)),
        (RETURNS, "    return [heads, n]\n",
         ("(see line 14); return a tuple, not a list, and declare a column for each",)),
        (RETURNS, "    return heads, n\n", ("(see line 14); declare a column for each value",)),
        (DRAWS, "heads += draw.chance(0.5)",
         ("chance(0.5, 1); allowed: fractions, as chance(1, 6)", "(toss.py, line 13)")),
        (DRAWS, "heads += draw.coin()", ("draw has no 'coin'; it has among,", "line 13)")),
        (DRAWS, "heads += draw.among({0, 1})",
         ("line 13: walks a set, which has no order: write sorted(...)",)),
        (RETURNS, "    SEEN.append(heads)\n    return heads\n",
         ("line 14: SEEN is changed by a play and outlives it; make it a local variable",)),
        ("n: int", "tosses: int",
         ("toss takes tosses after draw, and the game declares n; give both the same names",)),
        ("draw: Draw, n: int", "n: int", ("toss takes no draw; write `def toss(draw, ...)`",)),
        ("draw: Draw, n: int", "", ("toss takes no draw; write `def toss(draw, ...)`",)),
        ('    """How many heads?"""\n', "", ("toss has no docstring; write there what is asked",)),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_names_the_place_and_the_mend(old, new, messages, answered):
    line = answered((old, new))
    assert all(message in line for message in messages), line


@pytest.mark.parametrize(
    ("returned", "message"),
    [("[heads, n]", "toss returns [5, 5] (see line 14); return a tuple, not a list"),
     ("heads, n, 0", "(see line 14); allowed: tuples of 2 values")],
)  # fmt: skip
def test_a_list_of_several_columns_is_said_to_be_no_tuple(returned, message, answered):
    column = 'Column("heads", "int", "heads")'
    two = (column, f'{column}, Column("of", "int", "of")')
    edits = ((DRAWS, "heads += 1"), two, (RETURNS, f"    return {returned}\n"))
    assert message in answered(*edits)


SET = """
    seen = set()
    for _ in range(n):
        seen.add("abcdefg"[draw.below(7)])
    heads = 0
"""


WALKS = [
    ("for word in seen:\n        heads = 10 * heads + (word < 'c')", 15),
    ("heads = seen.pop() < 'c'", 15),
    ("heads = [*seen][0] < 'c'", 15),
    ("heads = draw.among(list(seen)) < 'c'", 15),
    ("word, *_ = seen\n    heads = int(word < 'c')", 15),
    ("for word in met('abc'):\n        heads = 10 * heads + (word < 'c')", 15),
    ("heads = first(seen) < 'c'\n    heads += 0", 21),
]
HIDDEN = [
    ("for (word, *_), heads in [(seen, 3)]:\n        heads += word < 'c'", 15),
    ("heads = Hand().add(seen) < 'c'", 15),
    ("hand = Hand()\n    hand.cards, heads = seen, 1\n    heads += hand.first() < 'c'", 16),
]
HELPERS = {
    "first": "\n\ndef first(seen):\n    return [*seen][0]\n",
    "met": "\n\nimport functools\n@functools.cache\ndef met(words):\n    return {*words}\n",
}
EVERY = [(*walk, method) for walk in WALKS for method in ("", "states", "paths", "simulate")]


@pytest.mark.parametrize(("walk", "line", "method"), some(EVERY, EVERY[:4] + EVERY[4::4]))
def test_no_method_answers_by_the_order_of_a_set(walk, line, method, answered):
    helper = "".join(text for name, text in HELPERS.items() if f"{name}(" in walk)
    old = PUZZLE[PUZZLE.index("    heads = 0") : PUZZLE.index("\n\nPUZZLE")]
    edit = old, f"{SET.removeprefix(chr(10))}    {walk}\n    return int(heads)\n{helper}"
    said = answered(edit, words=("--method", method) if method else ())
    assert f"line {line}: walks a set" in said
    assert said.count(f"line {line}") == 1


@pytest.mark.parametrize(("use", "line"), HIDDEN)
def test_a_set_is_not_put_where_it_could_be_walked_unseen(use, line, answered):
    old = PUZZLE[PUZZLE.index("    heads = 0") : PUZZLE.index("\n\nPUZZLE")]
    edit = old, f"{SET.removeprefix(chr(10))}    {use}\n    return int(heads)\n"
    assert f"line {line}: a set inside another value" in answered(edit)

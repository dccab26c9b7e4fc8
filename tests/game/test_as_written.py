"""Statements that users write without thinking: states give the law of the function as it is.

Each idiom is tried twice: at once, and behind a gate of 1e-7, where no random play comes.
"""

from enum import Enum, IntEnum
from functools import partial, reduce  # noqa: F401  # plays use them

import pytest

from game.programs import play, rows
from laws import by_paths, by_states, table
from sweepstake.game.drawing.values import Fixed
from sweepstake.game.reading.program import RefusedError


def worth(card):
    return min(card, 3)


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


class Color(Enum):
    RED = "r"
    BLUE = "b"


class Snake:
    JUMPS = {1: 3, 4: 2}  # noqa: RUF012  # as users write it
    LAST = 5

    def __init__(self):
        self.at = 0

    def steps(self, draw):
        n = 0
        while self.at < self.LAST and n < 4:
            self.at += draw.die(2)
            self.at = self.JUMPS.get(self.at, self.at)
            n += 1
        return n, self.at


class Shelf:
    BOOKS = [1, 2]  # noqa: RUF012

    def take(self, draw):
        for _ in range(2):
            self.BOOKS[0] += draw.below(2)
        return self.BOOKS[0]


def until(draw, most):
    """A helper in these words, too."""
    import math

    n = 0
    while True:
        match draw.below(3):
            case 0:
                break
            case face if face + n > most:
                return math.comb(n, 2)
        n += face
    return n


IDIOMS = rows("""
# cards that no expression tells apart are one kind
first: for n, c in enumerate(draw.shuffled([0, 0, 1, 2, 3]), 1): ->     if c == 0: return n
named: pile = draw.shuffled([0, 0, 1, 2, 3]); n = 0
    -> for c in pile: ->     n += c % 3 == 1 ->     if c > 2: break
    -> return n
same_name: cards = [c for c in range(5)]; cards = draw.shuffled(cards); n = 0; c = 7
    -> for c in cards: ->     n += 1 ->     if c in (1, 2): return n
by_hand: deck = draw.deck([0, 0, 1, 2, 3]); n = 0
    -> while deck.draw() != 3: n += 1
    -> return n, len(deck)
by_helper: deck = draw.deck([1, 2, 3, 4, 5]); n = 0
    -> while n < 5: n += worth(deck.draw())
    -> return n
of_two: n = 0
    -> for rank, suit in draw.shuffled([(r, s) for r in range(3) for s in "ab"]):
    ->     n += 1 ->     if rank == 2: return n
by_a_roll: t = draw.below(3); n = 0
    -> for c in draw.shuffled([0, 0, 1, 1, 2]): ->     n += 1 ->     if c == t: return n
put_back: deck = draw.deck([0, 1, 2, 3]) -> for n in range(4): ->     c = deck.draw()
    ->     if c < 2: deck.put(c)
    -> return len(deck)
# but not if they are stored, compared with each other or with what changes, or have other types
stored: last = 0 -> for c in draw.shuffled([1, 2, 3, 4]): ->     if c == 2: break
    ->     last = c
    -> return last
afterwards: for c in draw.shuffled([1, 2, 3]): ->     if c == 2 or draw.below(2): break
    -> return c
changing: t = n = 0 -> for c in draw.shuffled([0, 0, 1, 1, 2]): ->     n += 1
    ->     if c == t: t += 1
    -> return n + 10 * t
changing_list: t = [0] -> for c in draw.shuffled([0, 0, 1, 2]): ->     if c in t: t.append(c + 1)
    -> return len(t)
pairs: n = 0 -> for a, b in zip(draw.shuffled([0, 1, 2, 3]), draw.shuffled([0, 1, 2])): n += a == b
    -> return n
by_inner: def good(): return c == 2 -> n = 0
    -> for c in draw.shuffled([1, 2, 3]): ->     n += 1 ->     if good(): break
    -> return n
by_lambda: n = 0 -> for c in draw.shuffled([0, 1, 2, 3]): n += max([1, 2], key=lambda x: x * c)
    -> return n
types: n = 0 -> for c in draw.shuffled([1, True, 2, "1"]): ->     n += 1 ->     if c == 1: break
    -> return n, str(c)
raises: n = 0 -> for c in draw.shuffled(["J", "2", "5"]): ->     n += 1 ->     if c == "J": break
    ->     if int(c) > 4: n += 1
    -> return n
aliased: a = draw.shuffled([1, 2, 3, 4]); b = a; n = 0
    -> for x in a: ->     n += x == 1 ->     if n: break
    -> return n, b[1]
walked_twice: a = draw.shuffled([1, 2, 3, 4]); n = 0
    -> for x in a: ->     n += x == 1 ->     if n: break
    -> for x in a: ->     n += x > 2 ->     if n > 2: break
    -> return n
a_target: hits = [0] * 3 -> for c in draw.shuffled([0, 1, 2]): hits[c] = sum(hits) + c
    -> return hits
# slices are dealt card by card
keno: n = 0 -> for b in draw.shuffled(range(6))[:3]: n += b < 2 -> return n
keno_sum: return sum(1 for b in draw.shuffled(range(6))[:3] if b < 2)
keno_set: return len(set(draw.shuffled(range(5))[:3]) & {1, 2})
hand: hand = sorted(draw.shuffled([1, 1, 2, 3, 4])[:3]) -> return hand
halves: cards = draw.shuffled([0, 0, 1, 2]); a, b = cards[:2], cards[2:] -> return sum(a) - sum(b)
thirds: n = 2; cards = draw.shuffled([1, 2, 3, 4, 5]); a = sorted(cards[:n])
    -> b = sorted(cards[n:2 * n]); c = cards[2 * n:] -> return a[0] < b[0] < max(c)
numbered: n = 0 -> for k, c in enumerate(draw.shuffled([1, 2, 3, 4])[:3]): n += k == c -> return n
left_early: n = 0 -> for k, c in enumerate(draw.shuffled([1, 2, 3, 4])[:3]): ->     if k == c: break
    ->     n += draw.below(2)
    -> return n
backwards: cards = draw.shuffled([1, 2, 3, 4]); b, a = cards[2:], cards[:2] -> return a, b
twice: cards = draw.shuffled([1, 2, 3, 4]); a, b = cards[:2], cards[:2] -> return a == b
from_the_end: cards = draw.shuffled([1, 2, 3, 4]) -> return sum(cards[:-1]), cards[-1:]
one_half: cards = draw.shuffled([1, 2, 3]); a = cards[:2] if draw.below(2) else cards[2:]
    -> return a
changed_bound: n = draw.die(2); cards = draw.shuffled([1, 2, 3, 4]); a = cards[:n]; n += 1
    -> b = cards[n:] -> return a, b
too_many: return len(draw.shuffled([1, 2])[:5]), draw.shuffled([1, 2, 3])[:-1]
# cards that are read by index, once or again
index: cards = draw.shuffled([0, 1, 2, 3, 4]); i = 0 -> while cards[i] > 1: i += 1 -> return i
index_for: cards = draw.shuffled([0, 1, 2, 3]); n = 0
    -> for i in range(len(cards)): ->     if cards[i] == i: n += 1 ->     elif cards[i] == 3: n += 2
    -> return n
index_pairs: cards = draw.shuffled([1, 1, 2, 2, 3]); n = i = 0
    -> while i < 4: n += cards[i] == cards[i + 1]; i += 1
    -> return n
index_again: cards = draw.shuffled([0, 0, 1, 2]); i = 0 -> while cards[i] == 0: i += 1
    -> return 10 * cards[0] + cards[i]
# shuffled cards are a list
appended: cards = draw.shuffled("aab"); cards.append("c") -> return cards[3] + cards[0]
removed: cards = draw.shuffled("aab"); cards.remove("a") -> return cards[0], len(cards)
sorted_cards: cards = draw.shuffled([1, 2, 3]); cards.sort(reverse=True)
    -> return cards == [3, 2, 1]
swapped: cards = draw.shuffled([1, 2, 3]) -> for k in range(2): ->     j = k + draw.below(3 - k)
    ->     cards[k], cards[j] = cards[j], cards[k]
    -> return cards[0]
added: cards = [0] + draw.shuffled([1, 2]) + [3] -> return cards[1], cards[3], [1] * 2 < cards
requeued: cards = draw.shuffled([1, 2, 3]); n = 0 -> for k in range(3): ->     c = cards.pop(0)
    ->     n += c * k ->     if draw.below(2): cards.append(c)
    -> return n, len(cards), 1 in cards, cards.count(2)
changed: cards = draw.shuffled([1, 2, 3]); cards.insert(1, 9); del cards[0]; cards[-1] = 7
    -> return str(cards), f"{cards}"
# match
cases: n = 0 -> for _ in range(3): ->     match draw.die(5): ->         case 1: n += 1
    ->         case 2 | 3: continue ->         case Side.RIGHT: n += 100 ->         case _: break
    ->     n += 10
    -> return n
captured: n = 0 -> while n < 5: ->     match draw.die(6), n % 2: ->         case 6, 0: return -1
    ->         case f, 1 if f > 3: n += 2
    ->         case f, _: n += f
    -> return n, f
guarded: f = n = 0 -> for _ in range(3): ->     match draw.die(3):
    ->         case f if draw.chance(1, 3): n += f ->         case 1 | 3 as g: n += 10 * g + f
    -> return n, f
singles: n = 0 -> for _ in range(2): ->     match [None, True, 1, "a"][draw.below(4)]:
    ->         case None: n += 1 ->         case True: n += 10 ->         case 1: n += 100
    -> return n
matching: n = until(draw, 2) -> for _ in range(2): n = 2 * n + until(draw, 1) -> return n
# jumps out of try
tried: seen, n = {1: 1}, 0 -> while True: ->     n += 1 ->     try: return seen[draw.die(3)] * n
    ->     except KeyError: ->         if n == 4: return 0
drawn_out: deck = draw.deck([1, 2, 3]); n = 0 -> while True: ->     try: card = deck.draw()
    ->     except IndexError: return n
    ->     n += card * draw.below(2)
many_ways: n = k = 0 -> while k < 3: ->     k += 1 ->     try: ->         x = 6 // draw.below(4)
    ->         if x > 3: ->             if n: return n
    ->             else: continue
    ->         n += x ->         if n > 8: break
    ->     except ZeroDivisionError: n += 100 * draw.below(2); continue
    ->     else: n += 10
    ->     n += 1000
    -> return n, k
# functions with a name
partial_inside: from functools import partial as part -> roll = part(draw.die, 3); n = 0
    -> while n < 6: n += roll()
    -> return n
partial_die: roll = partial(draw.die, 3); n = 0 -> while n < 6: n += roll() -> return n
alias: roll = draw.die; n = 0 -> while n < 6: n += roll(3) -> return n
bound_method: tosses = []; push = tosses.append -> for _ in range(3): push(draw.below(2))
    -> return tosses
by_name: add = lambda x, by=1: n + x * by; n = 0 -> for _ in range(3): n = add(draw.below(2))
    -> n = add(n, 2) -> return n, sorted([2, 1], key=add)
defaults: def roll(sides=3): return draw.die(sides) -> n = 0 -> while n < 6: n += roll() -> return n
nested: def turn(n): ->     def more(k): return n + k * draw.below(2)
    ->     return more(1) + more(2)
    -> total = 0 -> for k in range(2): total = 10 * total + turn(k)
    -> return total
folds: rolls = [] -> for _ in range(3): rolls.append(draw.die(3))
    -> return reduce(lambda x, y: 2 * x - y, rolls)
imports: import math -> from itertools import combinations as pairs -> n = 0
    -> for _ in range(3): n += math.comb(draw.die(3), 2)
    -> return n + len([*pairs(range(3), 2)])
# members of an Enum
members: n = 0 -> for _ in range(3): ->     side = draw.among(list(Side)); n += side
    ->     if side is Side.RIGHT: break
    -> return n, side == 1, draw.among([*Color]) is not Color.RED
# lists and dicts that are built first, and then only read, or changed after all
sieve: prime = [True] * 12 -> for i in range(2, 12): ->     for j in range(2 * i, 12, i):
    ->         prime[j] = False
    -> at = n = 0 -> while at < 6: ->     at += draw.die(2); n += 1
    ->     if prime[at] and draw.chance(1, 3): break
    -> return n
random_board: board = [draw.below(2) for _ in range(3)]; more = {k: board[k] for k in range(3)}
    -> n = 0 -> for k in range(3): n = 2 * n + board[draw.below(3)] + more[k]
    -> return n, board
late_change: board = [1, 2, 3]; n = 0
    -> for k in range(3): ->     at = draw.below(3); n += board[at]
    ->     if n == 2: board[0] = 7
    -> return n
other_name: board = [1, 2]; same = board; n = 0
    -> for k in range(3): ->     n += board[draw.below(2)]; same[0] += k
    -> return n
by_condition: a = [0]; b = a if draw.below(2) else [0]
    -> for k in range(2): ->     draw.below(2); a[0] += 1
    -> return b[0]
card_by_condition: deck = draw.deck([0, 1, 2, 2]); c = n = 0
    -> for k in range(3): ->     c = deck.draw() if draw.below(2) else n; n += c == 2
    -> return n
rows_inside: board = [[0], [1]]; n = 0 -> for k in range(3): ->     row = board[draw.below(2)]
    ->     row.append(k); n += len(row)
    -> return n
one_of_two: board = [1, 2] -> if draw.below(2): board = [2, 1, 0] -> n = 0
    -> for k in range(2): n = 3 * n + board[draw.below(2)]
    -> return n, len(board)
in_a_round: n = 0 -> for k in range(2): ->     board = [n, 2]
    ->     for _ in range(2): n += board[draw.below(2)]
    -> return n
# from the last item to the first
reversed_range: n = 0 -> for k in reversed(range(4)): n = 2 * n + draw.below(k + 1) -> return n
reversed_list: items = [1, 2, 3, 4]; n = 0 -> for k in reversed(items): ->     n = 2 * n + k
    ->     if draw.below(2): items.pop()
    -> return n
both_ways: cards = draw.shuffled([1, 2, 3]); n = 0 -> for a, b in zip(cards, reversed(cards)):
    ->     n += (a > b) * draw.below(2)
    -> return n
""")


def gated(row):
    """The same program behind a gate that one play in ten million passes."""
    title, _, body = row.partition(": ")
    return f"gated_{title}: if not draw.chance(1, 10**7): return 'elsewhere' -> {body}"


@pytest.mark.parametrize("row", [line for row in IDIOMS for line in (row, gated(row))])
def test_the_states_have_the_law_of_the_function(row):
    game = play(row, globals())
    assert by_states(game, 50) == by_paths(game)


def gate(draw, is_closed):
    return is_closed and not draw.chance(1, 10**7)


def on_a_snake(draw, is_closed):
    if gate(draw, is_closed):
        return "elsewhere"
    snake = Snake()
    return snake.steps(draw)


def by_the_class(draw, is_closed):
    if gate(draw, is_closed):
        return "elsewhere"
    at = 0
    for _ in range(3):
        at += draw.die(2)
        at = Snake.JUMPS.get(at, at)
    return at


def by_default(draw, is_closed, jumps={1: 2, 2: 0}, steps=[1, 2]):  # noqa: B006  # as users write it
    if gate(draw, is_closed):
        return "elsewhere"
    at = 0
    for step in steps:
        if draw.below(2):
            at = jumps.get(at + step, at)
    return at


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("game", [on_a_snake, by_the_class, by_default])
def test_tables_that_no_play_changes_are_read(game, is_closed):
    assert by_states(game, 50, is_closed=is_closed) == by_paths(game, is_closed=is_closed)


STATES = {
    "for n, c in enumerate(draw.shuffled([*range(50)])): ->     if c < 4: return n": 48,
    "cards = [*range(50)]; cards = draw.shuffled(cards); n = 0 -> while cards.pop() > 3: n += 1"
    " -> return n": 48,
    "deck = draw.deck(range(50)); n = 0 -> while deck.draw() % 13: n += 1 -> return n": 48,
    "return sum(b < 4 for b in draw.shuffled(range(80))[:20])": 91,
    "cards = draw.shuffled([0, 1] * 20); a, b = cards[:20], cards[20:] -> return sum(a)": 1961,
    "cards = draw.shuffled(range(50)); i = 0 -> while cards[i] > 3: i += 1 -> return i": 48,
}
"""Programs with the number of their states: fewer than the orders of their cards."""


@pytest.mark.parametrize("text", STATES)
def test_cards_that_do_not_matter_are_not_in_the_state(text):
    game = play(f"few: {text}", globals())
    assert len(table(game).states) == STATES[text]
    by_states(game, 50)


REFUSED = {
    "a, b = [0], [0]; now = a -> for _ in range(2): ->     now[0] += draw.below(2)"
    " ->     now = b if now is a else a -> return a":
        "line 5: `now is a`: `is` is known with None and members of an Enum; say ==, .*",
    "for k in range(2): ->     def roll(): return draw.die(k + 1) ->     roll() -> return k":
        "line 3: roll: write an inner function at the top of the function, with plain arguments",
    "n = 0 -> for _ in range(2): ->     try: n += draw.die(2) ->     finally: n += 1 -> return n":
        "line 4: finally, and a jump out of try amid its body, are not known: .*",
    "for _ in range(2): ->     match [draw.die(2)]: ->         case [x]: n = x -> return n":
        "line 3: match is not known: say if, or match values, names and tuples of these",
    "x = 5; del x; n = 0 -> for _ in range(3): n += draw.below(2) -> return n":
        "line 2: del of a variable is not needed: leave it out, it is no longer read",
    "for _ in range(2): print(draw.die(2)) -> return 0":
        r"line 2: print\(\) is not known: leave it out, `sweepstake show` prints plays",
    "for _ in range(2): ->     import math ->     draw.die(2) -> return math.pi":
        "line 3: import is not known: import at the top of the file",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused_names_its_line_and_the_remedy(text):
    with pytest.raises(RefusedError, match=REFUSED[text]):
        table(play(f"refused: {text}", globals()))


def from_the_shelf(draw):
    shelf = Shelf()
    return shelf.take(draw)


def test_a_list_of_a_class_that_a_play_may_change_is_refused():
    with pytest.raises(RefusedError, match=r"Shelf.BOOKS is shared by all objects, and may be"):
        table(from_the_shelf)


def sieve(draw):
    prime = [True] * 1_000
    for i in range(2, 1_000):
        for j in range(2 * i, 1_000, i):
            prime[j] = False
    at = 0
    while at < 900 or not prime[at]:
        at += draw.die(6)
    return at % 2


def test_a_table_is_no_part_of_a_state():
    states = table(sieve).states
    assert {type(value) for state in states for value in state.values} <= {int, Fixed}


def changes(draw, table=(0, 1)):
    table[0] += draw.below(2)
    return table[0]


def hands_on(draw, table=(0, 1)):
    second = table
    for _ in range(2):
        second[0] += draw.below(2)
    return second[0]


@pytest.mark.parametrize("game", [changes, hands_on])
def test_a_list_that_a_play_may_change_is_no_parameter(game):
    with pytest.raises(RefusedError, match=r"table is \[0, 1\], and may be changed; give a tuple"):
        table(game, table=[0, 1])

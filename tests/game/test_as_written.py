"""Statements that users write without thinking: states give the law of the function as it is.

Each idiom is tried twice: at once, and behind a gate of 1e-7, where no random play comes.
"""

import pytest

from game.programs import play, rows
from laws import by_paths, by_states, table


def worth(card):
    return min(card, 3)


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
""")


def gated(row):
    """The same program behind a gate that one play in ten million passes."""
    title, _, body = row.partition(": ")
    return f"gated_{title}: if not draw.chance(1, 10**7): return 'elsewhere' -> {body}"


@pytest.mark.parametrize("row", [line for row in IDIOMS for line in (row, gated(row))])
def test_the_states_have_the_law_of_the_function(row):
    game = play(row, globals())
    assert by_states(game, 50) == by_paths(game)


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

"""Labels and ranks: plays in which they only have other names are merged, and nothing else."""

from fractions import Fraction
from math import perm

import pytest

from game.programs import play, rows
from laws import by_paths, by_states, table
from sweepstake.game.rewriting.refused import RefusedError


def secretary(draw, n, skip):
    best = picked = None
    for seen, candidate in enumerate(draw.shuffled(draw.ranks(n))):
        if best is None or candidate > best:
            best = candidate
            if seen >= skip and picked is None:
                picked = candidate
    return picked == best


def socks(draw, pairs, places):
    chair = set()
    for sock in draw.shuffled(draw.labels(pairs) * 2):
        if sock in chair:
            chair.remove(sock)
        elif len(chair) == places:
            return False
        else:
            chair.add(sock)
    return True


def hands(draw, n):
    held, turn = [set(), set()], 0
    for card in draw.deck(draw.ranks(n)):
        held[turn].add(card)
        turn = draw.below(2)
        if max(held[0]) > card:
            turn = 1
    return len(held[0]), sorted(held[0])[0] == min(held[0])


PROGRAMS = rows("""
coupons(n, limit): kinds, seen, bought = draw.labels(n), set(), 0
    -> while len(seen) < n and bought < limit: seen.add(draw.among(kinds)); bought += 1
    -> return len(seen)
collector(n): kinds, seen, bought = draw.labels(n), set(), 0
    -> while len(seen) < n: seen.add(draw.among(kinds)); bought += 1 -> return bought
birthdays(days, people): year, seen = draw.labels(days), []
    -> for _ in range(people): ->     day = draw.among(year) ->     if day in seen: return True
    ->     seen.append(day)
    -> return False
by_index(n): kinds = draw.labels(n); first = draw.among(kinds)
    -> for _ in range(3): last = draw.among(kinds)
    -> return first == kinds[0], last == kinds[0], first == last
made_again: first = draw.among(draw.labels(2))
    -> for _ in range(2): last = draw.labels(2)[draw.below(2)] -> return first == last
by_order(n): ranks, first, last = draw.ranks(n), None, None
    -> for _ in range(3): first, last = last, draw.among(ranks)
    -> return first < last, ranks.index(first)
owners(n): people, steps = draw.labels(n), 0; owner, at = {}, people[0]
    -> for person in people: owner[person] = draw.among(people)
    -> while steps < n and owner[at] != people[0]: at, steps = owner[at], steps + 1
    -> return steps
two_scales: mine, theirs, won = draw.ranks(2), draw.ranks(2), 0
    -> for _ in range(2): own, other = draw.among(mine), draw.among(theirs);
       won += (own == mine[1]) + (other == theirs[0]) + (own == other)
    -> return won
returned: pack, drawn = draw.deck(draw.labels(2) * 2), []
    -> for _ in range(3): ->     card = pack.draw()
    ->     if drawn and draw.below(2): pack.put(drawn.pop())
    ->     drawn.append(card)
    -> return len({*drawn}), len(pack)
in_tuples: seen = set() -> for k in range(3): seen.add((draw.among(draw.labels(3)), k % 2))
    -> return len(seen)
written: kinds = draw.labels(3) -> for _ in range(2): chosen = draw.among(kinds)
    -> return f"{chosen} of {kinds}"
""")
coupons, collector, birthdays, by_index, made_again, by_order, owners, *others = (
    play(row, globals()) for row in PROGRAMS
)
two_scales, returned, in_tuples, written = others
SMALL = [
    *((coupons, {"n": 3, "limit": 4}), (secretary, {"n": 6, "skip": 2}), (hands, {"n": 4})),
    *((socks, {"pairs": 3, "places": 2}), (birthdays, {"days": 5, "people": 3})),
    *((by_index, {"n": 3}), (made_again, {}), (by_order, {"n": 3}), (owners, {"n": 3})),
    *((two_scales, {}), (returned, {})),
]


@pytest.mark.parametrize(("game", "params"), SMALL)
def test_labels_and_ranks_have_the_law_of_the_paths(game, params):
    assert by_states(game, 500, **params) == by_paths(game, **params)


def test_of_interchangeable_things_the_number_counts():
    assert len(table(collector, n=12).states) == 13
    assert len(table(birthdays, days=30, people=9).states) == 10
    none = Fraction(perm(30, 9), 30**9)
    assert by_states(birthdays, days=30, people=9) == {"True": 1 - none, "False": none}


def test_the_literal_secretary_problem_of_20():
    assert len(table(secretary, n=20, skip=7).states) == 664
    assert by_states(secretary, 20, n=20, skip=7)["True"] == Fraction(3407275, 8868288)


def test_socks_on_a_chair_are_105_states():
    assert len(table(socks, pairs=14, places=9).states) == 105
    law = by_states(socks, 50, pairs=14, places=9)
    assert law["True"] == Fraction(15627431, 22309287)


def test_what_cant_be_named_is_refused():
    with pytest.raises(RefusedError, match="seen"):
        by_states(in_tuples)


ARITHMETIC = rows("""
added: return draw.labels(2)[0] + 1
compared: return min(draw.labels(2)) is None
used_as_an_index: return [1, 2][draw.ranks(2)[0]]
across: return draw.ranks(2)[0] < draw.ranks(2)[1]
""")


@pytest.mark.parametrize("row", ARITHMETIC)
def test_arithmetic_is_refused_with_a_message(row):
    for law in (by_paths, by_states):
        with pytest.raises(TypeError, match="are no numbers: compare them with =="):
            law(play(row, globals()))


def test_all_labels_are_written_alike():
    assert (
        by_states(written)
        == by_paths(written)
        == {repr("a label of [a label, a label, a label]"): 1}
    )


ORDERS = rows("""
left: pack = draw.deck(draw.labels(3))
    -> for _ in range(2): pack.draw() -> return pack.counts[0]
number: k = 0 -> for _ in range(2): k = draw.among(draw.ranks(3)) -> return k._0number
""")


@pytest.mark.parametrize("row", ORDERS)
def test_what_shows_an_order_is_refused(row):
    with pytest.raises(RefusedError, match="line"):
        by_states(play(row, globals()))

"""A set has no order: what depends on none is answered, and any walk is refused with its line."""

from dataclasses import dataclass, field

import pytest

import sweepstake
from game.programs import play, rows
from laws import by_paths, by_states
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query

LINES = (frozenset({0, 1}), frozenset({1, 2}))
ROADS = {0: frozenset({1, 2}), 1: frozenset({0}), 2: frozenset({0})}
START = {0, 8}


def seen_before(seen, x):
    return x in seen


def with_more(seen, x):
    return seen | {x}


def first_of(items):
    for item in items:
        return item
    return None


def first_with_more(seen, x):
    return first_of(with_more(seen, x))


class Hand:
    def __init__(self, cards):
        self.cards = cards


class Held:
    def __init__(self):
        self.seen = set()


class Turns:
    def last(self):
        return [turn for turn in {8, 0}][-1]  # noqa: C416  # a walk


class Both:
    @property
    def both(self):
        return {8, 0}

    def all(self):
        return {8, 0}


@dataclass
class Player:
    seen: set = field(default_factory=set)


ALLOWED = rows("""
changed: s = {4} -> for _ in range(3): s |= {draw.below(3)}; s.discard(1); s.update({9})
    -> return len(s), s.isdisjoint({2, 3}), max(s - {4})
sorted_: s = {draw.below(4) for _ in range(3)}; t = 0
    -> for x in sorted(s, reverse=True): t = 2 * t + x + draw.below(2) -> return t
asked: s, t = set(), frozenset() -> for _ in range(3): x = draw.below(2);
       s.add(x); t = t | {x + 1} if x in s else t
    -> return s <= t, s & t == set(), not s, min(s, default=9), any(s), 2 in t
views: d = {1: 0} -> for t in range(3): d[draw.below(3)] = t
    -> return len(d.keys() & {0, 1}), sorted(d.keys() - {1}, reverse=True)[:1] == [2]
helped: s = {8} -> for _ in range(3): s = with_more(s, draw.below(3))
    -> return seen_before(s, 1), seen_before(x=2, seen=s)
outside: at = 0 -> for _ in range(3): at = draw.among(sorted(ROADS[at]))
    -> return at, any(line <= {0, at} for line in LINES), at in START
outside_keys: t = draw.below(2) -> for road in ROADS: t = 2 * t + road -> return t
inside: s = set() -> def note(x): s.add(x) -> for _ in range(3): note(draw.below(3))
    -> return len(s)
""")
WALKED = rows("""
looped: s = {8, 0} -> t = 0 -> for x in s: t = 2 * t + draw.below(2) -> return t
listed: s = {draw.below(9), 8} -> return list(s)[0]
popped: s = {draw.below(9), 8} -> return s.pop()
iterated: s = {draw.below(9), 8} -> return next(iter(s))
unpacked: s = {draw.below(9), 8} -> a, *b = s -> return a
starred: s = {draw.below(9), 8} -> return [*s][0]
comprised: s = {draw.below(9), 8} -> return [x for x in s][0]
joined: s = {draw.among("ab"), "c"} -> return "".join(s)
written: s = {draw.below(9), 8} -> return f"{s}"
modulo: s = {draw.below(9), 8} -> return "%s" % s
by_key: s = {draw.below(9), 8} -> return max(s, key=lambda x: x % 2)
summed: s = {draw.below(9) / 10, 0.7} -> return sum(s)
drawn: s = {draw.below(9), 8} -> return draw.among(s)
renamed: s = {draw.below(9), 8} -> t = other = s | {7} -> return tuple(t)
either: s = {draw.below(9), 8} -> return list(s if draw.below(2) else [3])[0]
bound_in_place: return list(s) if (s := {draw.below(9), 8}) else 0
of_a_view: keys = {draw.below(9): 1, 8: 1}.keys() -> return list(keys & keys)[0]
by_a_helper: s = {draw.below(9), 8} -> return first_of(s)
of_a_helper: s = {draw.below(9), 8} -> return list(with_more(s, 2))[0]
in_a_chain: s = {draw.below(9), 8} -> return first_with_more(s, 1)
outside_the_play: return draw.below(2) + list(START)[0]
of_roads: return list(ROADS[draw.below(3)])[0]
in_an_object: return list(Hand({draw.below(9), 8}).cards)[0]
in_a_method: return Turns().last() + draw.below(2)
""")
INSIDE = rows("""
in_a_list: hands = [set(), {8}] -> return draw.among(hands).pop()
appended: hands = [] -> hands.append({draw.below(9), 8}) -> return list(hands[0])[0]
in_a_dict: hands = {0: {draw.below(9), 8}} -> return list(hands[0])[0]
stored: hands = [0] -> hands[0] = {draw.below(9), 8} -> return list(hands[0])[0]
of_a_method: return [*Both().all()][0]
of_a_property: return [*Both().both][0]
of_a_class: return len(Held().seen) + draw.below(2)
of_a_dataclass: return len(Player().seen) + draw.below(2)
handed_on: hands = list(map(set, ["ab", "cd"])) -> return draw.among(list(hands[0]))
""")


@pytest.mark.parametrize("row", ALLOWED)
def test_what_shows_no_order_has_the_law_of_the_paths(row):
    game = play(row, globals())
    assert by_states(game, 200) == by_paths(game)


@pytest.mark.parametrize("row", [*WALKED, *INSIDE])
def test_a_walk_is_refused_with_its_line_before_any_play(row):
    with pytest.raises(RefusedError, match=r"^line \d+: .*: (write|keep a) sorted") as caught:
        Query(play(row, globals()), 1, (0,))
    assert ("walks a set" in str(caught.value)) == (row in WALKED)


def test_the_line_is_that_of_the_walk():
    def walks(draw):
        seen = {draw.below(9), 8}
        return seen.pop()

    with pytest.raises(ValueError, match=f"^line {walks.__code__.co_firstlineno + 2}: walks a set"):
        sweepstake.answer(walks)

# ruff: noqa
"""Programs as users write them."""

import itertools
from collections import deque, namedtuple
from dataclasses import dataclass, field
from fractions import Fraction as F

from game.programs import written


HALF = F(1, 2)


def t_r_try_else(draw):
    bonus = score = 0
    for turn in range(2):
        for k in range(2):
            bonus = bonus + draw.below(2)
        for k in range(2):
            try:
                score += 4 // (1 + draw.below(2))
            except ZeroDivisionError:
                bonus = 0
            else:
                score += bonus
                bonus = 0
    return score


# players as dataclasses in a ring
@dataclass
class Pl:
    name: str
    chips: int = 2
    hand: list = field(default_factory=list)


def t_r_left_right(draw):
    players = [Pl("a"), Pl("b"), Pl("c")]
    for r in range(2):
        for i, p in enumerate(players):
            if not p.chips:
                continue
            f = draw.below(3)
            if f == 0:
                p.chips -= 1
                players[i - 1].chips += 1
            elif f == 1:
                p.chips -= 1
                players[(i + 1) % 3].chips += 1
    return max(players, key=lambda p: p.chips).name


Card = namedtuple("Card", "rank suit")


def t_r_bingo(draw):
    card = [[1, 2], [3, 4]]
    for n, ball in enumerate(draw.shuffled(range(1, 5)), 1):
        for row in card:
            for j, v in enumerate(row):
                if v == ball:
                    row[j] = 0
        if any(not any(row) for row in card):
            return n


written(
    __name__,
    """
# war with deque and two piles
r_war: cards = [1, 1, 2, 2]; a, b = deque(), deque()
    -> for i, c in enumerate(draw.shuffled(cards)): (a if i % 2 else b).append(c) -> n = 0
    -> while a and b and n < 6: x, y = a.popleft(), b.popleft();
       won = (x > y) if x != y else draw.chance(HALF); (a if won else b).extend([x, y]); n += 1
    -> return len(a), n
# Yahtzee keep most common
r_yahtzee2: dice = [] -> for i in range(3): dice.append(draw.die(3))
    -> target = max(set(dice), key=dice.count); n = 0
    -> while dice.count(target) < 3 and n < 2: n += 1;
       dice = [d if d == target else draw.die(3) for d in dice]
    -> return target, n
r_scores_minmax: piles = [[1], [1], [1]]
    -> for r in range(3): small = min(piles, key=sum); small.append(draw.die(2))
    -> return max(map(sum, piles))
r_two_decks: mine = draw.deck([draw.die(2) for _ in range(2)]);
       yours = draw.deck([draw.die(2) for _ in range(2)]); w = 0
    -> while mine: w += mine.draw() > yours.draw() -> return w
r_state_machine: def rolling(): return scoring if draw.below(2) else rolling
    -> def scoring(): return None -> f, n = rolling, 0
    -> while f is not None and n < 4: n += 1; f = f() -> return n
r_priority: import heapq; h = [] -> for t in range(3): heapq.heappush(h, draw.below(3))
    -> return heapq.heappop(h)
r_count_to: for t in itertools.count(1): ->     if t == 5 or draw.below(2): return t
r_cards: last = None; pairs = 0
    -> for c in draw.shuffled([Card(r, s) for r in range(2) for s in "hd"]):
    ->     pairs += last is not None and last.rank == c.rank; last = c -> return pairs
r_bingo_set: lines = [{1, 2}, {3, 4}, {1, 3}, {2, 4}]
    -> for n, ball in enumerate(draw.shuffled(range(1, 5)), 1):
    ->     for line in lines: line.discard(ball) ->     if not all(lines): return n
r_tournament: ps = list(range(4)) -> while len(ps) > 1:
    ->     ps = [a if draw.chance(F(b + 1, a + b + 2)) else b for a, b in zip(ps[::2], ps[1::2])]
    -> return ps[0]
r_reshuffle_pile: deck, pile = (draw.deck('aab'), []) -> for t in range(5):
    ->     if not len(deck): deck, pile = (draw.deck(pile[1:]), pile[:1])
    ->     pile.append(deck.draw()) -> return pile[-1]
r_memory: seen = {}; n = 0 -> for pos, card in enumerate(draw.shuffled('aabb')):
    ->     if card in seen: n += pos - seen[card] ->     seen[card] = pos -> return n
r_deal_cycle: hands = [[], []]; who = 0
    -> for card in draw.shuffled([1, 1, 2, 3]): hands[who].append(card); who = 1 - who
    -> return sorted(hands[0]) == sorted(hands[1])
r_both_sum: mine = yours = 0 -> for g in range(3): mine += draw.die(2); yours += draw.die(2)
    -> return mine + yours
r_queue_rotate: q = deque(range(3)) -> while len(q) > 1: q.rotate(-draw.below(2)); q.popleft()
    -> return q[0]
r_urn: urn = ["r", "b"] -> for t in range(3): urn.append(draw.among(urn)) -> return urn.count("r")
r_streak_str: s = "" -> while not s.endswith("HH") and len(s) < 5: s += "HT"[draw.below(2)]
    -> return len(s)
r_gap: gap = 0 -> for t in range(3): gap += draw.among((-1, 1)) -> return abs(gap)
r_best_of: wins = {"a": 0, "b": 0}
    -> while max(wins.values()) < 2: wins["a" if draw.chance(F(1, 3)) else "b"] += 1
    -> return max(wins, key=wins.get)
""",
)

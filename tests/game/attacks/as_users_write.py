# ruff: noqa
"""Programs as users write them."""

from fractions import Fraction as F
from collections import Counter, deque, defaultdict, namedtuple
from dataclasses import dataclass, field
import itertools

HALF = F(1, 2)


# silent liveness
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


def t_r_retry(draw):
    lives = depth = best = 0
    for turn in range(2):
        for k in range(2):
            depth = depth + draw.below(2)
        try:
            for k in range(2):
                if draw.below(3) == 0:
                    raise RuntimeError
                depth = 1
            depth = 0
        except RuntimeError:
            best = best + depth
    return best


# war with deque and two piles
def t_r_war(draw):
    cards = [1, 1, 2, 2]
    a, b = deque(), deque()
    for i, c in enumerate(draw.shuffled(cards)):
        (a if i % 2 else b).append(c)
    n = 0
    while a and b and n < 6:
        x, y = a.popleft(), b.popleft()
        won = (x > y) if x != y else draw.chance(HALF)
        (a if won else b).extend([x, y])
        n += 1
    return len(a), n


# blackjack-like
def value(hand):
    t = sum(hand)
    return t + 10 if 1 in hand and t + 10 <= 21 else t


def t_r_blackjack(draw):
    hand = [draw.die(3) * 3 for _ in range(2)]
    while value(hand) < 14:
        hand.append(1 + 3 * draw.below(3))
    return value(hand) if value(hand) <= 21 else 0


# Yahtzee keep most common
def t_r_yahtzee(draw):
    dice = [draw.die(3) for _ in range(3)]
    for roll in range(2):
        keep, count = Counter(dice).most_common(1)[0]
        dice = [keep] * count + [draw.die(3) for _ in range(3 - count)]
    return Counter(dice).most_common(1)[0][1]


def t_r_yahtzee2(draw):
    dice = []
    for i in range(3):
        dice.append(draw.die(3))
    target = max(set(dice), key=dice.count)
    n = 0
    while dice.count(target) < 3 and n < 2:
        n += 1
        dice = [d if d == target else draw.die(3) for d in dice]
    return target, n


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


def t_r_scores_list(draw):
    scores = [[0, n] for n in "ab"]
    for r in range(2):
        for s in scores:
            s[0] += draw.die(2)
    scores.sort(reverse=True)
    return scores[0][1]


def t_r_scores_minmax(draw):
    piles = [[1], [1], [1]]
    for r in range(3):
        small = min(piles, key=sum)
        small.append(draw.die(2))
    return max(map(sum, piles))


def t_r_hands(draw):
    hands = {"me": [], "you": []}
    for r in range(2):
        for who in hands:
            hands[who].append(draw.die(2))
    return sum(hands["me"]) > sum(hands["you"])


def t_r_hands_items(draw):
    hands = {"me": [], "you": []}
    for r in range(2):
        for who, hand in hands.items():
            hand.append(draw.die(2))
    return sum(hands["me"]) > sum(hands["you"])


def t_r_hands_zip(draw):
    hands = [[], []]
    for r in range(2):
        for h, d in zip(hands, (2, 3)):
            h.append(draw.die(d))
    return sum(hands[0]) > sum(hands[1])


def t_r_deal(draw):
    hands = [[] for _ in range(2)]
    for i, card in enumerate(draw.shuffled([1, 2, 3, 4])):
        hands[i % 2].append(card)
    return max(hands[0]) > max(hands[1])


def t_r_deal_cycle(draw):
    hands = [[], []]
    who = 0
    for card in draw.shuffled([1, 1, 2, 3]):
        hands[who].append(card)
        who = 1 - who
    return sorted(hands[0]) == sorted(hands[1])


def h_r_count_to(draw):
    for t in itertools.count(1):
        if t == 5 or draw.below(2):
            return t


def t_r_wins_losses(draw):
    wins = losses = 0
    for g in range(3):
        if draw.below(3):
            wins += 1
        else:
            losses += 1
    return wins - losses


def t_r_both_sum(draw):
    mine = yours = 0
    for g in range(3):
        mine += draw.die(2)
        yours += draw.die(2)
    return mine + yours


def t_r_either(draw):
    a = b = 0
    for g in range(2):
        a += draw.die(2)
        b += draw.die(3)
    return a if draw.chance(HALF) else b


def t_r_reshuffle_pile(draw):
    deck, pile = draw.deck("aab"), []
    for t in range(5):
        if not len(deck):
            deck, pile = draw.deck(pile[1:]), pile[:1]
        pile.append(deck.draw())
    return pile[-1]


def t_r_two_decks(draw):
    mine = draw.deck([draw.die(2) for _ in range(2)])
    yours = draw.deck([draw.die(2) for _ in range(2)])
    w = 0
    while mine:
        w += mine.draw() > yours.draw()
    return w


Card = namedtuple("Card", "rank suit")


def t_r_cards(draw):
    last = None
    pairs = 0
    for c in draw.shuffled([Card(r, s) for r in range(2) for s in "hd"]):
        pairs += last is not None and last.rank == c.rank
        last = c
    return pairs


def t_r_grid_walk(draw):
    grid = [[0] * 2 for _ in range(2)]
    x = y = 0
    for t in range(4):
        dx, dy = draw.among(((0, 1), (1, 0)))
        x, y = (x + dx) % 2, (y + dy) % 2
        grid[x][y] += 1
    return sum(c > 0 for row in grid for c in row)


def t_r_bingo(draw):
    card = [[1, 2], [3, 4]]
    for n, ball in enumerate(draw.shuffled(range(1, 5)), 1):
        for row in card:
            for j, v in enumerate(row):
                if v == ball:
                    row[j] = 0
        if any(not any(row) for row in card):
            return n


def t_r_bingo_set(draw):
    lines = [{1, 2}, {3, 4}, {1, 3}, {2, 4}]
    for n, ball in enumerate(draw.shuffled(range(1, 5)), 1):
        for line in lines:
            line.discard(ball)
        if not all(lines):
            return n


def t_r_tournament(draw):
    ps = list(range(4))
    while len(ps) > 1:
        ps = [a if draw.chance(F(b + 1, a + b + 2)) else b for a, b in zip(ps[::2], ps[1::2])]
    return ps[0]


def t_r_queue_rotate(draw):
    q = deque(range(3))
    while len(q) > 1:
        q.rotate(-draw.below(2))
        q.popleft()
    return q[0]


def t_r_urn(draw):
    urn = ["r", "b"]
    for t in range(3):
        urn.append(draw.among(urn))
    return urn.count("r")


def t_r_memory(draw):
    seen = {}
    n = 0
    for pos, card in enumerate(draw.shuffled("aabb")):
        if card in seen:
            n += pos - seen[card]
        seen[card] = pos
    return n


def t_r_streak_str(draw):
    s = ""
    while not s.endswith("HH") and len(s) < 5:
        s += "HT"[draw.below(2)]
    return len(s)


def t_r_score_helper(draw):
    score = [0, 0]
    for p in range(2):
        score[p] += play_round(draw, score, p)
    return score[0] - score[1]


def play_round(draw, score, p):
    got = 0
    for i in range(2):
        x = draw.below(3)
        if x == 0:
            score[p] -= 1
        got += x
    return got


def t_r_state_machine(draw):
    def rolling():
        return scoring if draw.below(2) else rolling

    def scoring():
        return None

    f, n = rolling, 0
    while f is not None and n < 4:
        n += 1
        f = f()
    return n


def t_r_inventory(draw):
    bag = defaultdict(int)
    for t in range(3):
        bag[draw.among(("ore", "wood"))] += 1
    return min(bag.values()), len(bag)


def t_r_names_default(draw):
    found = defaultdict(list)
    for t in range(3):
        found[draw.below(2)].append(t)
    return max(len(v) for v in found.values())


def t_r_gap(draw):
    gap = 0
    for t in range(3):
        gap += draw.among((-1, 1))
    return abs(gap)


def t_r_best_of(draw):
    wins = {"a": 0, "b": 0}
    while max(wins.values()) < 2:
        wins["a" if draw.chance(F(1, 3)) else "b"] += 1
    return max(wins, key=wins.get)


def t_r_priority(draw):
    import heapq

    h = []
    for t in range(3):
        heapq.heappush(h, draw.below(3))
    return heapq.heappop(h)

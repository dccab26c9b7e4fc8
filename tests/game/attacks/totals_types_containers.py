# ruff: noqa
"""Programs that make a careless rewriting wrong: totals, types, containers."""

from collections import Counter, namedtuple
from fractions import Fraction as F


# ---------- totals
def t_two_totals_sum(draw):
    heads = tails = 0
    for t in range(3):
        if draw.below(2):
            heads += 1
        else:
            tails += 2
    return heads + tails


def t_two_totals_alt(draw):
    wins = losses = 0
    for t in range(3):
        if draw.below(3):
            wins += 1
        else:
            losses += 1
    if draw.below(2):
        return wins
    return losses


def t_total_closure_getter(draw):
    total = 0

    def current():
        return total

    for t in range(4):
        total += draw.below(2)
        if current() >= 2:
            return 1
    return 0


def t_total_star_return(draw):
    total = 0
    pair = (1, 2)
    for t in range(3):
        total += draw.below(2)
    return (*pair, total)


def t_total_param_str(draw, prefix=">"):
    s = prefix
    for t in range(3):
        s += draw.among("ab")
    return s


def t_total_tuple_twice(draw):
    total = 0
    for t in range(3):
        total += draw.below(2)
    return total, total, total - 1


def t_total_fstring(draw):
    total = 0
    for t in range(3):
        total += draw.below(2)
    return f"{total}"


def t_total_if_ret(draw):
    total = 0
    for t in range(3):
        total += draw.below(2)
    return total if total else -1


def t_total_prod(draw):
    t = 1
    for k in range(3):
        t *= 1 + draw.below(3)
    return t


def t_total_return_in_finally(draw):
    n = 0
    try:
        for k in range(3):
            n += draw.below(2)
    finally:
        return n


def t_result_var(draw):
    n = m = 0
    for k in range(3):
        n += draw.below(2)
        m += n
    result = n, m
    return result


# ---------- first parameter name
def t_rng_first(rng):
    first = rng.die(3)
    x = 0
    for t in range(3):
        x = (x + rng.below(2)) % 3
    return x + first


# ---------- types in state
def t_true_one(draw):
    x = draw.among((True, 1))
    for t in range(2):
        draw.below(2)
    return str(x)


def t_one_float(draw):
    x = 1
    for t in range(2):
        if draw.below(2):
            x = x / 1
    return str(x)


def t_bool_or(draw):
    won = False
    for t in range(2):
        won = won or draw.below(2)
    return repr(won)


def t_fraction_int(draw):
    x = F(1)
    if draw.below(2):
        x = 1
    for t in range(2):
        draw.below(2)
    return type(x).__name__


def t_nan(draw):
    x = float("nan")
    for t in range(2):
        if draw.below(2):
            x = 1.0
    return x == x


def t_list_true_one(draw):
    L = []
    for t in range(2):
        L = [draw.among((True, 1))] + L
    return str(L)


def t_tuple_L(draw):
    m = draw.among((("L", 1), [1]))
    for t in range(2):
        draw.below(2)
    return isinstance(m, tuple)


# ---------- containers
class Hand(list):
    def best(self):
        return max(self, default=0)


def t_list_subclass(draw):
    h = Hand()
    for t in range(3):
        h.append(draw.die(2))
    return h.best()


class Pt(namedtuple("Pt", "x y")):
    def move(self, dx):
        return Pt(self.x + dx, self.y)


def t_namedtuple_sub(draw):
    p = Pt(0, 0)
    for t in range(3):
        p = p.move(draw.below(2))
    return p.x


def t_bag_max_key(draw):
    words = []
    for t in range(3):
        words.append(draw.among(("ab", "cd", "e")))
    return max(words, key=len)


def t_bag_counter_common(draw):
    rolls = []
    for t in range(4):
        rolls.append(draw.die(3))
    return Counter(rolls).most_common(1)[0][0]


def t_bag_sorted_key(draw):
    rolls = []
    for t in range(3):
        rolls.append(draw.below(4))
    return sorted(rolls, key=lambda x: x % 2)[0]


def t_bag_sum_lists(draw):
    parts = []
    for t in range(2):
        parts.append((draw.below(3),))
    return sum(parts, ())


def t_bag_lists(draw):
    L = []
    for t in range(2):
        L.append([draw.below(2)])
    return max(L)[0]


def t_bag_alias_elements(draw):
    piles = [[0], [0]]
    cur = draw.among(piles) if draw.below(2) else [0]
    for t in range(2):
        cur[0] += draw.below(2)
    return sum(p[0] for p in piles)


def t_bag_and_alias(draw):
    bag = []
    a = [0]
    b = a if draw.below(2) else [0]
    for t in range(2):
        bag.append(draw.below(2))
        a[0] += 1
    return b[0] + sum(bag)


def t_bag_copied_to_a_list(draw):
    rolls = []
    for t in range(2):
        rolls.append(draw.below(3))
    for t in range(2):
        draw.below(2)
    row = list(rolls)
    return row[0]


def t_bag_and_dict_order(draw):
    seen = []
    d = {}
    for t in range(3):
        x = draw.below(2)
        d[x] = 1
        seen.append(x)
    return (next(iter(d)), len(seen))


# ---------- decks
def t_deck_from_hand(draw):
    hand = [draw.below(2) for _ in range(3)]
    deck = draw.deck(hand)
    s = 0
    for t in range(2):
        s = s * 2 + deck.draw()
    return s


def t_reshuffle(draw):
    deck = draw.deck([0, 0, 1])
    discard = []
    last = 0
    for t in range(5):
        if not deck:
            deck = draw.deck(discard[1:])
            discard = []
        last = deck.draw()
        discard.append(last)
    return last


def t_shuffled_list(draw):
    deck = draw.shuffled([1, 2, 3])
    a = deck.pop()
    return a


def t_shuffled_slice(draw):
    deck = draw.shuffled([1, 2, 3])
    return deck[0]

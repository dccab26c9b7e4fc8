# ruff: noqa
"""Programs that make a careless rewriting wrong: totals, types, containers."""

from collections import Counter, namedtuple
from fractions import Fraction as F

from game.programs import written


def t_total_return_in_finally(draw):
    n = 0
    try:
        for k in range(3):
            n += draw.below(2)
    finally:
        return n


class Hand(list):
    def best(self):
        return max(self, default=0)


class Pt(namedtuple("Pt", "x y")):
    def move(self, dx):
        return Pt(self.x + dx, self.y)


def t_rng_first(rng):
    first = rng.die(3)
    x = 0
    for t in range(3):
        x = (x + rng.below(2)) % 3
    return x + first


written(
    __name__,
    """
total_prod: t = 1 -> for k in range(3): t *= 1 + draw.below(3) -> return t
true_one: x = draw.among((True, 1)) -> for t in range(2): draw.below(2) -> return str(x)
fraction_int: x = F(1) -> if draw.below(2): x = 1 -> for t in range(2): draw.below(2)
    -> return type(x).__name__
bag_max_key: words = [] -> for t in range(3): words.append(draw.among(("ab", "cd", "e")))
    -> return max(words, key=len)
bag_counter_common: rolls = [] -> for t in range(4): rolls.append(draw.die(3))
    -> return Counter(rolls).most_common(1)[0][0]
bag_sorted_key: rolls = [] -> for t in range(3): rolls.append(draw.below(4))
    -> return sorted(rolls, key=lambda x: x % 2)[0]
bag_sum_lists: parts = [] -> for t in range(2): parts.append((draw.below(3),))
    -> return sum(parts, ())
bag_lists: L = [] -> for t in range(2): L.append([draw.below(2)]) -> return max(L)[0]
bag_and_alias: bag = []; a = [0]; b = a if draw.below(2) else [0]
    -> for t in range(2): bag.append(draw.below(2)); a[0] += 1 -> return b[0] + sum(bag)
bag_copied_to_a_list: rolls = [] -> for t in range(2): rolls.append(draw.below(3))
    -> for t in range(2): draw.below(2) -> row = list(rolls) -> return row[0]
bag_and_dict_order: seen = []; d = {}
    -> for t in range(3): x = draw.below(2); d[x] = 1; seen.append(x)
    -> return (next(iter(d)), len(seen))
deck_from_hand: hand = [draw.below(2) for _ in range(3)]; deck = draw.deck(hand); s = 0
    -> for t in range(2): s = s * 2 + deck.draw() -> return s
shuffled_list: deck = draw.shuffled([1, 2, 3]); a = deck.pop() -> return a
shuffled_slice: deck = draw.shuffled([1, 2, 3]) -> return deck[0]
bag_compared: L = [] -> for t in range(2): L.append(draw.below(2))
    -> for t in range(1): draw.below(2) -> return L in [[1, 0]]
bag_popped: L = [] -> for t in range(2): L.append(draw.below(2))
    -> for t in range(1): draw.below(2) -> return L.pop()
bag_returned: L = [] -> for t in range(2): L.append(draw.below(2))
    -> for t in range(1): draw.below(2) -> return L
bag_added: L = [] -> for t in range(2): L.append(draw.below(2))
    -> for t in range(1): draw.below(2) -> N = []; N += L -> return str(N)
total_taken_away: t = 0 -> for k in range(3): t += draw.below(2) -> return 3 - t
list_in_a_tuple: p = ([0], 1) -> for t in range(2): p[0][0] += draw.below(2) -> return p[0][0]
tuple_or_list: m = draw.among(((1,), [1])) -> for t in range(2): draw.below(2)
    -> return isinstance(m, tuple)
two_totals_sum: heads = tails = 0 -> for t in range(3): ->     if draw.below(2): heads += 1
    ->     else: tails += 2 -> return heads + tails
total_closure_getter: total = 0 -> def current(): return total -> for t in range(4):
    ->     total += draw.below(2) ->     if current() >= 2: return 1 -> return 0
nan: x = float("nan") -> for t in range(2): ->     if draw.below(2): x = 1.0 -> return x == x
two_totals_alt: wins = losses = 0 -> for t in range(3): ->     if draw.below(3):
    ->         wins += 1 ->     else: ->         losses += 1 -> if draw.below(2): return wins
    -> return losses
total_param_str(prefix='>'): s = prefix -> for t in range(3): s += draw.among('ab') -> return s
one_float: x = 1 -> for t in range(2): ->     if draw.below(2): x = x / 1 -> return str(x)
reshuffle: deck = draw.deck([0, 0, 1]); discard = []; last = 0 -> for t in range(5):
    ->     if not deck: deck = draw.deck(discard[1:]); discard = []
    ->     last = deck.draw(); discard.append(last) -> return last
total_star_return: total = 0; pair = (1, 2) -> for t in range(3): total += draw.below(2)
    -> return (*pair, total)
total_tuple_twice: total = 0 -> for t in range(3): total += draw.below(2)
    -> return total, total, total - 1
total_fstring: total = 0 -> for t in range(3): total += draw.below(2) -> return f"{total}"
total_if_ret: total = 0 -> for t in range(3): total += draw.below(2)
    -> return total if total else -1
result_var: n = m = 0 -> for k in range(3): n += draw.below(2); m += n -> result = n, m
    -> return result
bool_or: won = False -> for t in range(2): won = won or draw.below(2) -> return repr(won)
list_true_one: L = [] -> for t in range(2): L = [draw.among((True, 1))] + L -> return str(L)
tuple_L: m = draw.among((("L", 1), [1])) -> for t in range(2): draw.below(2)
    -> return isinstance(m, tuple)
list_subclass: h = Hand() -> for t in range(3): h.append(draw.die(2)) -> return h.best()
namedtuple_sub: p = Pt(0, 0) -> for t in range(3): p = p.move(draw.below(2)) -> return p.x
bag_alias_elements: piles = [[0], [0]]; cur = draw.among(piles) if draw.below(2) else [0]
    -> for t in range(2): cur[0] += draw.below(2) -> return sum(p[0] for p in piles)
""",
)

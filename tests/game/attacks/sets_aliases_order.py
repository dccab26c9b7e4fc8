# ruff: noqa
"""Programs that make a careless rewriting wrong: sets, aliases, order."""

from collections import defaultdict

from game.programs import written


class Hand:
    def __init__(self, cards):
        self.cards = cards

    def size(self):
        return len(self.cards)


def t_given(draw):
    seen = {4}
    for _ in range(3):
        seen |= {draw.below(3)}
    return Hand(seen).size(), seen.isdisjoint({2, 3}), max(seen - {4})


def same2(draw, n):
    for i in range(2):
        if draw.below(2):
            return n < 2
    return False


class V:
    total = 0

    def __init__(self):
        self.x = 0

    def __eq__(self, o):
        return True


written(
    __name__,
    """
zip_of_decks: d = draw.deck([1, 2, 3, 4]); e = draw.deck([1, 2, 3])
    -> for t, x, y in zip(range(draw.die(4)), d, e): pass
    -> return x + 5 * y, len(d), len(e)
starred_apart: a, b = *[[1, 2]], 3 -> for t in range(2): b += draw.below(2) -> return b, a
key_views: k = {0: 1, 8: 1, draw.among((16, 24)): 1}.keys()
    -> for t in range(1): draw.below(2) -> w = k & k -> return [*w][0]
set_pop: a = {0} | {8}; b = set() -> for t in range(2): b |= {draw.among((8, 0))}
    -> for t in range(1): draw.below(2) -> return b.pop()
str_set: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> return str(a)
zipped_set: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> return next(zip(a))[0]
walked_by_name: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> return next(a.__iter__())
views: d = {1: 0} -> for t in range(3): d[draw.below(3)] = t
    -> return len(d.keys() & {0, 1}), sorted(d.keys() - {1}, reverse=True)[:1] == [2]
is_int: a = 1000 + draw.below(2); b = a if draw.below(2) else int("1000")
    -> for t in range(2): draw.below(2) -> return a is b
listcomp_cond_state: best = 0; L = [draw.die(3) for i in range(3) if i != best or draw.below(2)]
    -> return sum(L), len(L)
helper_in_cond: n = 0 -> while same2(draw, n) and n < 3: n += 1 -> return n
dd_factory: d = defaultdict(lambda: 5) -> for t in range(3): d[draw.below(2)] += 1 -> return d[0]
helper_rebinds_param: n = 2 -> def h(d, k): ->     while k: k -= d.below(2) or 1 ->     return k
    -> return h(draw, n) + n
zip_loses_a_card: d = draw.deck([1, 2, 3, 4]); n = draw.among((2, 9))
    -> for t in range(1): ->     for c, k in zip(d, range(n)): pass
    ->     if draw.below(2): return len(d)
    -> return -1
mapped_sets: d = {1: {0, 8, draw.among((16, 24))}}
    -> for t in range(1): draw.below(2) -> return [*map(tuple, d.values())][0][0]
list_set: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> return list(a)[0]
star_set: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> x, *r = a -> return x
enumerated_set: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> return list(enumerate(a))[0][1]
list_for_len: a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> for t in range(1): draw.below(2) -> len = list -> return len(a)[0]
eq_obj: v = V() -> for t in range(3): v.x += draw.below(2) -> return v.x
zip_unequal: s = 0 -> for x, y in zip([1, 2, 3], draw.shuffled([1, 2])): s = 3 * s + x * y
    -> return s
list_eq_bag: L = []; M = [1, 0] -> for t in range(2): L.append(draw.below(2)) -> return L in [M]
bag_in_nested: L = []; N = [] -> for t in range(2): L.append(draw.below(2)); N += L -> return str(N)
""",
)

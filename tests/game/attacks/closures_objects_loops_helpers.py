# ruff: noqa
"""Programs that make a careless rewriting wrong: closures, objects, loops, helpers."""

import functools
import itertools
from collections import Counter
from dataclasses import dataclass

from game.attacks.elsewhere import roll_two
from game.programs import written


goal = 2


def t_closure_calls_closure(draw):
    n = m = 0

    def inner():
        return n

    def outer():
        return inner()

    y = 0
    for t in range(2):
        n = draw.below(3)
        for k in range(2):
            y = (y + draw.below(2)) % 2
        m = outer()
    return m + y


def add_to(L, i):
    L[i] += 1


class Acc:
    def __init__(self):
        self.n = 0

    def __call__(self, k):
        self.n += k


@dataclass
class Player:
    name: str
    points: int = 0


class Q:
    def __init__(self, n):
        self.n = n


def t_next_gen(draw):
    return next(i for i in range(4) if i == 3 or draw.below(2))


def flips(draw, L):
    for i in range(2):
        L[0] += draw.below(2)
    return L[0]


def turn(draw, p):
    for i in range(2):
        p.points += draw.below(2)
    return p.points


def t_helper_other_module(draw):
    return roll_two(draw)


def roll_goal(draw):
    t = 0
    for _ in range(2):
        t += draw.die(goal)
    return t


def t_helper_capture(draw, goal=3):
    return roll_goal(draw) + 10 * goal


def twice(f):
    @functools.wraps(f)
    def g(draw):
        return f(draw) * 2

    return g


@twice
def decorated(draw):
    s = 0
    for i in range(2):
        s += draw.below(2)
    return s


def t_helper_decorated(draw):
    return decorated(draw)


def kwonly(draw, *, n=2):
    s = 0
    for i in range(n):
        s += draw.below(2)
    return s


def t_helper_kwonly(draw):
    return kwonly(draw, n=3)


def star(draw, *xs):
    s = 0
    for x in xs:
        s += x * draw.below(2)
    return s


def t_helper_star(draw):
    return star(draw, 1, 2)


def pair(draw):
    a = b = 0
    for i in range(2):
        a, b = b, a + draw.below(2)
    return a, b


def fact(draw, n):
    if n == 0:
        return 0
    return draw.below(2) + fact(draw, n - 1)


def t_recursive_helper(draw):
    return fact(draw, 3)


def gen_rolls(draw):
    while True:
        yield draw.below(3)


def t_exc_saved(draw):
    err = None
    for t in range(2):
        try:
            if draw.below(2):
                raise ValueError(t)
        except ValueError as e:
            err = e
    return str(err)


def t_return_in_try(draw):
    a = [0]
    for t in range(3):
        try:
            if draw.below(2):
                return a[0]
        finally:
            a[0] += 1
    return 9


def t_match_break2(draw):
    y = draw.below(2)
    n = 0
    while n < 3:
        n += 1
        match draw.below(2):
            case 0:
                break
        y = 5
    return y


def t_with_break(draw):
    import contextlib

    y = draw.below(2)
    n = 0
    while n < 3:
        n += 1
        x = draw.below(2)
        with contextlib.nullcontext():
            if x:
                break
        y = 5
    return y


TABLE = {"x": [0]}


BOARD = [[0], [0]]


def helper_k(draw, k):
    s = 0
    for i in range(2):
        s += k * draw.below(2)
    return s


def sort_helper(draw, hand):
    for c in range(2):
        hand.append(draw.below(3))
    hand.sort(key=lambda c: -c)
    return hand[0]


def match_helper(draw):
    for i in range(2):
        x = draw.below(3)
        match x:
            case 0:
                return 10
            case 1:
                y = 1
    return 20


written(
    __name__,
    """
lambda_capture: x = 0; f = lambda: x -> for t in range(3): x += draw.below(2) -> return f()
bound_append: out = []; push = out.append -> for t in range(3): push(draw.below(2))
    -> return sum(out)
partial: L = [0, 0]; bump = functools.partial(add_to, L) -> for t in range(3): bump(draw.below(2))
    -> return L[0]
callable_object: a = Acc() -> for t in range(3): a(draw.below(2)) -> return a.n
def_default: level = draw.below(2) -> def bonus(x, base=level): return x + 10 * base -> s = 0
    -> for t in range(2): level = draw.below(2); s = bonus(level) -> return s
nonlocal: streak = 0 -> def note(x): nonlocal streak; streak = streak + 1 if x else 0 -> best = 0
    -> for t in range(4): note(draw.below(2)); best = max(best, streak) -> return best
counter_objects: ps = [Q(0), Q(1)]; wins = Counter()
    -> for t in range(3): wins[ps[draw.below(2)]] += 1 -> return wins[ps[0]]
for_dict_str: d = {"a": 0, "b": 0} -> for k in d: d[k] += draw.below(2) -> return d["a"]
range_neg: s = 0 -> for i in range(3, 0, -1): s = (s * i + draw.below(2)) % 7 -> return s
zip_rows: A, B = [[0], [0]], [1, 2]
    -> for t in range(2): ->     for a, b in zip(A, B): a[0] += b * draw.below(2)
    -> return A[0][0] - A[1][0]
product: s = 0
    -> for i, j in itertools.product(range(2), repeat=2): s = (2 * s + i * j + draw.below(2)) % 5
    -> return s
for_set: s: set[int] = set() -> for t in range(2): s.add(draw.among((8, 0))) -> out = 0
    -> for x in s: out = 10 * out + x + draw.below(2) -> return out
set_pop_alias: s = {0} | {8}; a = set() -> for t in range(2): a.add(draw.among((8, 0)))
    -> b = a | set(); draw.below(2) -> for t in range(1): draw.below(2) -> return next(iter(a))
augassign_sub: L = [0]; L[0] += flips(draw, L) -> return L[0]
attr_order: p = Player("x"); x = p.points * 1 + turn(draw, p); y = (p.points, turn(draw, p))
    -> return x, y[0], y[1]
chain_compare: L = [0]; ok = 1 < flips(draw, L) < flips(draw, L) -> return ok, L[0]
ifexp_order: L = [1]; z = (5 if L[0] == 1 else 7) + flips(draw, L) -> return z
helper_pair: a, b = pair(draw); b, a = pair(draw) -> return a, b
annassign: n: int = 0; best: int = 0
    -> for t in range(3): n = n + 1 if draw.below(2) else 0; best = max(n, best) -> return best
global_nested: for t in range(2): TABLE["x"][0] = draw.below(2) -> return TABLE["x"][0]
global_alias: b = BOARD[:] -> for t in range(2): b[draw.below(2)][0] += 1 -> return BOARD[0][0]
class_inside: class P: n = 0 -> p = P() -> for t in range(2): p.n += draw.below(2) -> return p.n
dict_items_hands: hands = {"a": [], "b": []} -> for t in range(2):
    ->     for name, hand in hands.items(): hand.append(draw.below(2)) -> return sum(hands["a"])
set_of_objects: ps = [Player("a"), Player("b")] -> for p in ps: pass -> alive = {id(p) for p in ps}
    -> for t in range(2): ->     if draw.below(2): alive.discard(id(ps[t]))
    -> return sum(id(p) in alive for p in ps)
for_counter: c = Counter([5, 5, 7]); s = 0 -> for k in c: ->     if draw.below(2): c[k] = 0
    ->     s += k; s = s % 11 -> return s
values_live: d = {0: 0, 1: 0, 2: 0}; s = 0; k = 0 -> for v in d.values(): ->     k += 1
    ->     if draw.below(2): d[k % 3] = 1 ->     s = 2 * s + v -> return s
enumerate_start: L = [0, 0, 0]; s = 0 -> for i, x in enumerate(L, start=1):
    ->     if draw.below(2): L[i % 3] = 1 ->     s = 2 * s + x -> return s
reversed_live: L = [0, 0, 0]; s = 0; k = 2 -> for x in reversed(L): ->     k -= 1
    ->     if draw.below(2) and k >= 0: L[k] = 1 ->     s = 2 * s + x -> return s
alias_iter: L = [0, 1]; M = L; s = 0 -> for x in M:
    ->     if draw.below(2) and len(L) < 4: L.append(1) ->     s = 2 * s + x -> return s
cycle: s = 0 -> for who in itertools.cycle("ab"): ->     s += 1
    ->     if draw.below(2) or s > 4: return who
iter_sentinel: n = 0 -> for x in iter(lambda: draw.below(2), 0): ->     n += 1
    ->     if n > 3: break -> return n
kwonly_param(*, n=2): s = 0 -> for i in range(n): s += draw.below(2) -> return s
gen_rolls: n = 0 -> for x in gen_rolls(draw): ->     n += 1 ->     if x == 2 or n > 3: return n
multi_assign_list: a = b = [] -> for t in range(3): ->     a.append(draw.below(2))
    ->     if t == 1: b = [] -> return len(b)
iter_pop: L = [1, 2, 3, 4]; s = 0 -> for x in L: ->     if draw.below(2): L.remove(x)
    ->     s += x; s = s % 13 -> return s
helper_lambda: return sort_helper(draw, [1])
helper_match_return: return 1 + match_helper(draw)
game_recursive(n=3): return 0 if not n else draw.below(2) + t_game_recursive(draw, n - 1)
try_raise_kill: x = 0; y = 0 -> for k in range(2): ->     x = draw.below(3) ->     try:
    ->         for t in range(2): ->             r = draw.below(3) ->             if r == 2:
    ->                 raise ValueError ->             x = r ->         x = 9
    ->     except ValueError: ->         y = 3 * y + x -> return y
finally_list: log = [] -> for t in range(2): ->     try: ->         for k in range(2):
    ->             if draw.below(2): ->                 break ->     finally:
    ->         log.append(t) -> return len(log)
players_among: players = [Player("a"), Player("b")]
    -> for t in range(3): p = draw.among(players); p.points += 1 -> return players[0].points
swap_rows: g = [[0, 1], [0, 1]] -> if draw.below(2): g[0], g[1] = g[1], g[0] -> r = g[0]
    -> for t in range(2): r[0] += draw.below(2) -> return str(g)
zero_iter: x = draw.below(2) -> for i in range(0): x = draw.below(2)
    -> for i in range(x): x = 2 * draw.below(2) -> return x
for_string: word = "ab"; out = ""
    -> for ch in word: out = ch + out if draw.below(2) else out + ch; word = out -> return out
walrus_order: k = 0; z = (k := k + 1) * helper_k(draw, k) -> return z
""",
)

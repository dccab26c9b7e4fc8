# ruff: noqa
"""Programs that make a careless rewriting wrong: parameters, globals, classes."""

import functools
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from game.programs import written


class Obj:
    pass


COUNT = 0


def bump(x):
    global COUNT
    COUNT += x
    return COUNT


def reset():
    global COUNT
    COUNT = 0


LOG = []


def note(draw):
    LOG.append(draw.below(2))
    return LOG[-1]


def reset_log():
    LOG.clear()


class Sim:
    plays = 0

    def __init__(self):
        self.score = 0
        Sim.plays = 0

    def step(self, x):
        self.score += x
        Sim.plays += x


@functools.lru_cache(None)
def cached(n):
    return [0] * n


def t_given_in_try(draw):
    x = 0
    for t in range(2):
        try:
            x = draw.below(2)
            draw.condition(x)
        except Exception:
            x = 5
    return x


@dataclass(slots=True)
class DS:
    x: int = 0


class MyInt(int):
    pass


class Lv(IntEnum):
    A = 0
    B = 1


def t_break_nested(draw):
    found = False
    for i in range(2):
        for j in range(2):
            if draw.below(3) == 0:
                found = True
                break
        if found:
            break
    return i, j, found


def t_any_draws(draw):
    n = 0
    for t in range(2):
        if any(draw.below(2) for _ in range(2)) and not all(draw.below(3) for _ in range(2)):
            n += 1
    return n


def t_class_attr(draw):
    s = Sim()
    for t in range(3):
        s.step(draw.below(2))
    return Sim.plays


KWS = dict(
    t_param_rebind=dict(n=3),
    t_param_mut=dict(board=[0]),
    t_param_rows=dict(board=[[0], [0]]),
    t_param_copy=dict(board=[[0]]),
    t_param_among=dict(piles=[[0], [0]]),
)


class Slots:
    __slots__ = ("x",)


class Sub(Slots):
    pass


@dataclass(frozen=True)
class DF:
    x: int = 0


written(
    __name__,
    """
global_helper: reset() -> for t in range(3): bump(draw.below(2)) -> return COUNT
global_log: reset_log() -> for t in range(3): note(draw) -> return sum(LOG)
cached_list: a = cached(2); a[:] = [0, 0] -> for t in range(3): a[draw.below(2)] += 1
    -> return cached(2)[0]
np_int: x = np.int64(0) -> for t in range(3): x += draw.below(2) -> return int(x)
float_total: x = 0 -> for t in range(3): x += draw.among((0.1, 0.2)) -> return x
dataclass_slots: s = DS() -> for t in range(3): s.x += draw.below(2) -> return s.x
int_sub: x = MyInt(0) -> for t in range(3): x = MyInt(x + draw.below(2)) -> return int(x)
bytes: s = b"" -> for t in range(2): s += draw.among((b"a", b"b")) -> return s.decode()
bytearray: s = bytearray(2) -> for t in range(2): s[draw.below(2)] += 1 -> return s[0]
fromkeys_alias: h = dict.fromkeys("ab", []) -> for t in range(2): h["a"].append(draw.below(2))
    -> return len(h["b"])
sorted_take: best = 0
    -> for t in range(2): a, *rest = sorted([draw.die(3) for _ in range(3)], reverse=True);
       best = max(best, a - rest[-1])
    -> return best
max_bool_bag: L = [] -> for t in range(2): L.append(draw.among((True, 1))) -> return str(max(L))
dict_del: d = {k: k for k in range(3)} -> for t in range(2): del d[draw.among(list(d))]
    -> return list(d)[0]
param_mut(board): for t in range(2): board[0] += draw.below(2) -> return board[0]
param_rows(board): for t in range(2): ->     for row in board: row[0] += draw.below(2)
    -> return board[0][0]
param_copy(board): g = board.copy() -> for t in range(2): g[0][0] += draw.below(2) -> return g[0][0]
param_among(piles): for t in range(2): p = draw.among(piles); p[0] += 1 -> return piles[0][0]
objset2: ps = [Obj(), Obj()]; alive = set(ps) -> for t in range(2):
    ->     if draw.below(2): alive.discard(ps[t]) -> return sum(p in alive for p in ps)
intenum: s = Lv.A; n = 0 -> for t in range(3): ->     if draw.below(2): s = Lv(1 - s)
    ->     n = 2 * n % 5 + s -> return n
iter_state: it = iter("abcd"); out = "" -> for t in range(3):
    ->     if draw.below(2): out = next(it) -> return out
yield_inside: def g(): ->     s = 0 ->     for t in range(2): s += draw.below(2); yield s
    -> return list(g())[-1]
return_none: for t in range(2): ->     if draw.below(2): return -> return 1
param_rebind(n): s = 0 -> while n > 0: n -= 1; s = (s + draw.below(2)) % 3 -> return (s, n)
cyclic_list: a, b = ([0], [1]); a.append(b); b.append(a); cur = a -> for t in range(3):
    ->     if draw.below(2): cur = cur[1] -> return cur[0]
max_tie: s = {'a': 0, 'b': 0} -> for t in range(2):
    ->     for k in ('a', 'b'): s[k] += draw.below(2) -> return max(s, key=lambda k: s[k])
big: x = 10**30 -> for t in range(3): x = x * (1 + draw.below(2)) + 1 -> return x
slots_sub: s = Sub(); s.x = 0 -> for t in range(3): s.x += draw.below(2) -> return s.x
dataclass_frozen: s = DF() -> for t in range(3): s = DF(s.x + draw.below(2)) -> return s.x
float_bag_sum: L = [] -> for t in range(3): L.append(draw.among((0.1, 0.2, 0.3)))
    -> return str(sum(L))
""",
)

# ruff: noqa
"""Programs of each kind of statement and value that may be used, as short as they can be."""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum

from game.programs import written


class Col(Enum):
    R = 1
    B = 2


def t_inner(draw):
    t = 0

    def roll(n):
        k = 0
        for _ in range(n):
            k += draw.below(2)
        return k

    for _ in range(3):
        t = (2 * t + roll(2)) % 5
    return t


def helper(draw, l):
    while len(l) < 2:
        l.append(draw.below(2))
        if draw.below(2):
            return 1
    return 0


def t_else(draw):
    for _ in range(3):
        if draw.below(2):
            break
    else:
        return 9
    w = 0
    while w < 2:
        w += 1
        if draw.below(3) == 0:
            break
    else:
        return 8
    return w


def t_setcomp(draw):
    return len({draw.below(3) for _ in range(3)})


def t_nestedcomp(draw):
    return sum(sum(draw.below(2) for _ in range(2)) > 1 for _ in range(2))


@dataclass
class Node:
    n: int = 0
    kids: list = field(default_factory=list)

    @property
    def size(self):
        return len(self.kids)

    def __eq__(self, o):
        return self.n == o.n


def t_prop(draw):
    a, b = Node(), Node()
    for _ in range(3):
        (a if draw.below(2) else b).kids.append(draw.below(2))
    return (a.size, a == b, sum(b.kids))


written(
    __name__,
    """
deck: t = 0 -> for c in draw.deck([1, 2, 2]): t = 3 * t + c + draw.below(2) -> return t
enum: c = Col.R -> for _ in range(3): c = Col.B if draw.below(2) else c -> return c.name
dictcomp: d = {k: draw.below(2) for k in range(3)} -> return sum(d.values())
sorted_set: s = {draw.below(4) for _ in range(3)}; t = 0
    -> for x in sorted(s): t = 2 * t + x + draw.below(2) -> return t
augleft: s = [0, 0] -> for p in (0, 1): s[p] += helper(draw, [p]) -> return tuple(s)
stable: l = [] -> for _ in range(3): l.append((draw.below(2), len(l) % 2))
    -> l.append((draw.below(2), 9)) -> return sorted(l, key=lambda x: x[0])[0][1]
negzero: x = 0.0 -> for _ in range(2): x = -x if draw.below(2) else x
    -> for _ in range(1): draw.below(2) -> return str(x)
maxlen2: q = deque([0], maxlen=2) if draw.below(2) else deque([0], maxlen=3)
    -> for _ in range(3): q.append(draw.below(2)) -> return tuple(q)
closureloop: fs = 0 -> def f(k): return k + fs -> for _ in range(3): fs = f(draw.below(2)) % 3
    -> return f(1)
counteq: c = Counter(a=1) -> for _ in range(2): c[draw.among("ab")] -= 1 -> draw.below(2)
    -> return c == Counter(), len(c)
strjoin: b = [] -> for _ in range(3): b.append(draw.among("xy")) -> return "".join(b).count("xy")
any: n = 0 -> for _ in range(2): n += any(draw.below(2) and n < 3 for _ in range(2)) -> return n
while_walrus: r = [] -> while len(r) < 3 and (x := draw.below(3)) not in r: r.append(x)
    -> return tuple(r), x
walk: at, steps = 1, 0
    -> while 0 < at < 3 and steps < 5: at += 1 if draw.chance(1, 3) else -1; steps += 1
    -> return at, steps
weights_that_change: balls = [1, 1] -> for _ in range(3): balls[draw.pick(balls)] += 1
    -> return tuple(balls)
shuffled_twice: cards = draw.shuffled([1, 2, 2]); cards = draw.shuffled(cards[1:])
    -> return cards[0]
dice_sorted: wins = 0
    -> for _ in range(2): mine, theirs = draw.dice(2, 3), draw.dice(1, 3);
       wins += mine[-1] > theirs[-1]
    -> return wins
ddkeys: d = defaultdict(int) -> for _ in range(2): ->     if d[draw.below(3)]: pass
    -> draw.below(2); return len(d)
default(n=2): def r(k=n): return draw.below(k) -> t = 0 -> for _ in range(3): t = (t * 2 + r()) % 5
    -> return t
deckleft: d = draw.deck("aab") -> for _ in range(2): ->     c = d.draw()
    ->     if draw.below(2): d.put(c) -> return d.left
continue: total = 0 -> for k in range(4): ->     if draw.below(2): continue ->     total += k
    -> return total
""",
)

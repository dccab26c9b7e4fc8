# ruff: noqa
"""Programs of each kind of statement and value that may be used, as short as they can be."""

from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from game.programs import written


HALF = Fraction(1, 2)


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


class Nt(NamedTuple):
    x: int
    y: int


class Plain:
    def __init__(self):
        self.n = 0

    def hit(self, k):
        self.n += k


def t_plain(draw):
    p = Plain()
    for _ in range(3):
        p.hit(draw.below(2))
    return p.n > 1


def t_match_breaks(draw):
    sum_of_bits = 0
    for _ in range(4):
        bit = draw.below(2)
        for _ in range(1):
            sum_of_bits = sum_of_bits + draw.below(2)
        match bit:
            case 0:
                break
        if sum_of_bits > 2:
            break
        sum_of_bits = sum_of_bits + 0
    return sum_of_bits


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
    ->     if draw.below(2): d.put(c) -> return d.counts
continue: total = 0 -> for k in range(4): ->     if draw.below(2): continue ->     total += k
    -> return total
tot2: t = u = 0 -> for _ in range(3): ->     t += draw.below(2); u += draw.below(2)
    ->     if u == 2: u = t -> return (t, u)
shadow: k = 0 -> for k in range(draw.below(3)): ->     for k in range(2): k += draw.below(2)
    -> return k
reverse_in_place: row = [0, 1, 2] -> for _ in range(3): ->     if draw.below(2):
    ->         row.reverse() ->     else: ->         row[0], row[1] = (row[1], row[0])
    -> return tuple(row)
least_of_none: row = [] -> for _ in range(2): ->     if draw.below(2): row.append(draw.below(3))
    -> return min(row, default=-1)
text: t = 0 -> for c in "abc": t = 2 * t + (c == "a") + draw.below(2) -> return t
fraction: x = Fraction(1, 2) -> for _ in range(3): x = x * Fraction(1 + draw.below(2), 3)
    -> return x
nt: p = Nt(0, 0) -> for _ in range(3): p = p._replace(x=draw.below(2), y=p.x)
    -> return p.x + 2 * p.y
frozen: s = frozenset() -> for _ in range(3): s = s | {draw.below(4)} -> return tuple(sorted(s))
helper: l = []; t = 0 -> for _ in range(2): t += helper(draw, l) -> return t, len(l)
boolkey: d = {} -> for _ in range(2): d[True if draw.below(2) else 1] = draw.below(2)
    -> draw.below(2) -> return str(d)
move: o = OrderedDict(a=1, b=2, c=3) -> for _ in range(3): o.move_to_end(draw.among("abc"))
    -> return "".join(o)
aliasin: row = [0]; grid = [row, [0], row]
    -> for _ in range(2): k = draw.below(3); grid[k] = grid[draw.below(3)]
    -> for _ in range(1): grid[draw.below(3)][0] += 1 -> return str(grid)
cyc: a = [0]; a.append(a) -> for _ in range(2): a[draw.below(2)] = draw.below(2) -> draw.below(2)
    -> return len(str(a))
totneg2: t = 0 -> for _ in range(4): t = t + draw.below(3) -> return -t
rangechg: n = 2; s = 0 -> for i in range(n): n += draw.below(2); s = (s * 2 + i) % 5 -> return n, s
slicedel: l = [0, 1, 2, 3] -> while len(l) > 1: k = draw.below(2); l[k : k + 1] = [] -> return l[0]
setcmp: s, t = set(), set() -> for _ in range(3): (s if draw.below(2) else t).add(draw.below(2))
    -> return s <= t, s & t == set()
deckorder: d = draw.deck([1, 2]); e = draw.deck([2, 1]); x = d if draw.below(2) else e; x.draw()
    -> for _ in range(1): draw.below(2) -> return x.counts
setdefault: d = {} -> for _ in range(3): d.setdefault(draw.below(2), []).append(draw.below(2))
    -> return sorted(d.get(0, [])), list(d)[0]
divmod: n = 17 -> while n > 1: n, rest = divmod(n + draw.below(2), 2) -> return n, rest
insert: row = [] -> for k in range(4): row.insert(draw.below(len(row) + 1), k) -> return tuple(row)
counter_minus: have = Counter("aabb") -> for _ in range(3): have -= Counter(draw.among("ab"))
    -> return tuple(sorted(have.items()))
elimination: alive, rounds = [0, 1, 2, 3], 0
    -> while len(alive) > 1 and rounds < 3: rounds += 1;
       alive = [player for player in alive if draw.chance(HALF)] or alive[:1]
    -> return rounds, alive[0]
default_outlives(seen=[]): for _ in range(1): seen.append(draw.below(2)) -> return len(seen)
unequal_zip: total = 0
    -> for a, b in zip(range(9), [1, 2, 3]): total = (total + a * b * draw.below(2)) % 5
    -> return total
or_draws: total = 0 -> for _ in range(3): total += bool(draw.below(2) or draw.below(2))
    -> return total
circle: people = list(range(5)); at = 0
    -> while len(people) > 1: at = (at + draw.die(2)) % len(people); people.pop(at);
       at %= len(people)
    -> return people[0]
""",
)

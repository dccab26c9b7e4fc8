# ruff: noqa
"""Programs of each kind of statement and value that may be used, as short as they can be."""

from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

STEPS = ((1, 2), (2, 0), (2, 1))
Pt = namedtuple("Pt", "x y")


class Nt(NamedTuple):
    x: int
    y: int


class Col(Enum):
    R = 1
    B = 2


class Plain:
    def __init__(self):
        self.n = 0

    def hit(self, k):
        self.n += k


def t_deck(draw):
    t = 0
    for c in draw.deck([1, 2, 2]):
        t = 3 * t + c + draw.below(2)
    return t


def t_text(draw):
    t = 0
    for c in "abc":
        t = 2 * t + (c == "a") + draw.below(2)
    return t


def t_enum0(draw):
    t = 0
    for i, c in enumerate([3, 1, 2]):
        t = (t * c + i + draw.below(2)) % 7
    return t


def t_zip(draw):
    t = 0
    for a, b in zip((1, 2, 3), "abc"):
        t = (t * a + len(b) + draw.below(3)) % 7
    return t


def t_del(draw):
    l = [1, 2, 3, 4]
    while len(l) > 1:
        del l[draw.below(len(l))]
    return l[0]


def t_deldict(draw):
    d = {1: 1, 2: 2, 3: 3}
    while len(d) > 1:
        del d[draw.among(list(d))]
    return list(d)[0]


def t_fraction(draw):
    x = Fraction(1, 2)
    for _ in range(3):
        x = x * Fraction(1 + draw.below(2), 3)
    return x


def t_float(draw):
    x = 0.5
    for _ in range(3):
        x = x / 2 + draw.below(2)
    return str(x)


def t_tuple(draw):
    x = (0, 0)
    for _ in range(3):
        x = (x[1], draw.below(3))
    return x


def t_nt(draw):
    p = Nt(0, 0)
    for _ in range(3):
        p = p._replace(x=draw.below(2), y=p.x)
    return p.x + 2 * p.y


def t_pt(draw):
    p = Pt(0, 0)
    for _ in range(3):
        p = Pt(p.y, draw.below(3))
    return p.x + 3 * p.y


def t_counter(draw):
    c = Counter()
    for _ in range(3):
        c[draw.below(3)] += 1
    return max(c.values())


def t_dd(draw):
    c = defaultdict(int)
    for _ in range(3):
        c[draw.below(3)] += 1
    return sorted(c.items())[0]


def t_od(draw):
    c = OrderedDict()
    for _ in range(3):
        c[draw.below(3)] = 1
    return next(iter(c)) if False else list(c)[0]


def t_deque(draw):
    q = deque([0, 1, 2])
    for _ in range(3):
        q.rotate(draw.below(3))
        q.append(q.popleft())
    return q[0]


def t_set(draw):
    s = set()
    for _ in range(3):
        s.add(draw.below(4))
    return len(s)


def t_frozen(draw):
    s = frozenset()
    for _ in range(3):
        s = s | {draw.below(4)}
    return tuple(sorted(s))


def t_enum(draw):
    c = Col.R
    for _ in range(3):
        c = Col.B if draw.below(2) else c
    return c.name


def t_plain(draw):
    p = Plain()
    for _ in range(3):
        p.hit(draw.below(2))
    return p.n > 1


def t_walrus(draw):
    t = 0
    while (f := draw.die(4)) != 1 and t < 5:
        t += f
    return t


def t_lamkey(draw):
    l = [(draw.below(3), k) for k in range(3)]
    return max(l, key=lambda x: (x[0], -x[1]))[1]


def t_slice(draw):
    h = ()
    for _ in range(4):
        h = (h + (draw.below(2),))[-2:]
    return h


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


def t_helper(draw):
    l = []
    t = 0
    for _ in range(2):
        t += helper(draw, l)
    return t, len(l)


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


def t_dictcomp(draw):
    d = {k: draw.below(2) for k in range(3)}
    return sum(d.values())


def t_nestedcomp(draw):
    return sum(sum(draw.below(2) for _ in range(2)) > 1 for _ in range(2))


def t_isnone(draw):
    x = None
    for _ in range(3):
        if x is None and draw.below(2):
            x = draw.below(3)
    return x


def t_sorted_set(draw):
    s = {draw.below(4) for _ in range(3)}
    t = 0
    for x in sorted(s):
        t = 2 * t + x + draw.below(2)
    return t


def t_chain(draw):
    t = 0
    for _ in range(3):
        t += 1 < draw.die(4) < 4
    return t


def t_augleft(draw):
    s = [0, 0]
    for p in (0, 1):
        s[p] += helper(draw, [p])
    return tuple(s)


def t_try(draw):
    t = 0
    for _ in range(2):
        x = draw.below(3)
        try:
            t += 6 // x
        except ZeroDivisionError:
            t -= 1
    return t


def t_cond(draw):
    t = 0
    for _ in range(3):
        t = 2 * t + draw.below(2)
        draw.condition(t != 3)
    return t


def t_mostcommon(draw):
    c = Counter()
    for _ in range(3):
        c[draw.below(2)] += 1
    c[draw.below(2)] += 1
    return c.most_common(1)[0][0]


def t_stable(draw):
    l = []
    for _ in range(3):
        l.append((draw.below(2), len(l) % 2))
    l.append((draw.below(2), 9))
    return sorted(l, key=lambda x: x[0])[0][1]


def t_boolkey(draw):
    d = {}
    for _ in range(2):
        d[True if draw.below(2) else 1] = draw.below(2)
    draw.below(2)
    return str(d)


def t_negzero(draw):
    x = 0.0
    for _ in range(2):
        x = -x if draw.below(2) else x
    for _ in range(1):
        draw.below(2)
    return str(x)


def t_maxlen(draw):
    q = deque(maxlen=2)
    for _ in range(3):
        q.append(draw.below(2))
    q.append(5)
    return tuple(q)


def t_maxlen2(draw):
    q = deque([0], maxlen=2) if draw.below(2) else deque([0], maxlen=3)
    for _ in range(3):
        q.append(draw.below(2))
    return tuple(q)


def t_move(draw):
    o = OrderedDict(a=1, b=2, c=3)
    for _ in range(3):
        o.move_to_end(draw.among("abc"))
    return "".join(o)


def t_aliasin(draw):
    row = [0]
    grid = [row, [0], row]
    for _ in range(2):
        k = draw.below(3)
        grid[k] = grid[draw.below(3)]
    for _ in range(1):
        grid[draw.below(3)][0] += 1
    return str(grid)


def t_ddkeys(draw):
    d = defaultdict(int)
    for _ in range(2):
        if d[draw.below(3)]:
            pass
    draw.below(2)
    return len(d)


def t_isin(draw):
    seen = []
    for _ in range(3):
        x = [draw.below(2)]
        if x in seen:
            return 9
        seen.append(x)
        if draw.below(3) == 0:
            break
    return len(seen)


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


def t_cyc(draw):
    a = [0]
    a.append(a)
    for _ in range(2):
        a[draw.below(2)] = draw.below(2)
    draw.below(2)
    return len(str(a))


def t_cyc2(draw):
    a, b = Node(), Node()
    a.kids.append(b)
    b.kids.append(a)
    for _ in range(3):
        x = a.kids[0]
        x.n += draw.below(2)
        if draw.below(2):
            a, b = b, a
    return a.n, b.n


def t_totneg(draw):
    t = 0
    for _ in range(4):
        t -= draw.below(3)
        t += 1
    return t


def t_totneg2(draw):
    t = 0
    for _ in range(4):
        t = t + draw.below(3)
    return -t


def t_tot2(draw):
    t = u = 0
    for _ in range(3):
        t += draw.below(2)
        u += draw.below(2)
        if u == 2:
            u = t
    return t, u


def t_shadow(draw):
    k = 0
    for k in range(draw.below(3)):
        for k in range(2):
            k += draw.below(2)
    return k


def t_rangechg(draw):
    n = 2
    s = 0
    for i in range(n):
        n += draw.below(2)
        s = (s * 2 + i) % 5
    return n, s


def t_listgrow(draw):
    l = [1, 1]
    for x in l:
        if len(l) < 4 and draw.below(2):
            l.append(draw.below(2))
    return len(l)


def t_slicedel(draw):
    l = [0, 1, 2, 3]
    while len(l) > 1:
        k = draw.below(2)
        l[k : k + 1] = []
    return l[0]


def t_starun(draw):
    a, *r = draw.shuffled([1, 2, 3])
    for _ in range(1):
        a += draw.below(2)
    return a, tuple(r)


def t_closureloop(draw):
    fs = 0

    def f(k):
        return k + fs

    for _ in range(3):
        fs = f(draw.below(2)) % 3
    return f(1)


def t_setcmp(draw):
    s, t = set(), set()
    for _ in range(3):
        (s if draw.below(2) else t).add(draw.below(2))
    return s <= t, s & t == set()


def t_counteq(draw):
    c = Counter(a=1)
    for _ in range(2):
        c[draw.among("ab")] -= 1
    draw.below(2)
    return c == Counter(), len(c)


def t_strjoin(draw):
    b = []
    for _ in range(3):
        b.append(draw.among("xy"))
    return "".join(b).count("xy")


def t_bagmin(draw):
    b = []
    for _ in range(3):
        b.append(draw.below(3))
    b.remove(min(b))
    return b[0]


def t_default(draw, n=2):
    def r(k=n):
        return draw.below(k)

    t = 0
    for _ in range(3):
        t = (t * 2 + r()) % 5
    return t


def t_deckleft(draw):
    d = draw.deck("aab")
    for _ in range(2):
        c = d.draw()
        if draw.below(2):
            d.put(c)
    return d.left


def t_deckorder(draw):
    d = draw.deck([1, 2])
    e = draw.deck([2, 1])
    x = d if draw.below(2) else e
    x.draw()
    for _ in range(1):
        draw.below(2)
    return x.left


def t_setdefault(draw):
    d = {}
    for _ in range(3):
        d.setdefault(draw.below(2), []).append(draw.below(2))
    return sorted(d.get(0, [])), list(d)[0]


def t_any(draw):
    n = 0
    for _ in range(2):
        n += any(draw.below(2) and n < 3 for _ in range(2))
    return n


def t_frozendict(draw):
    d = {frozenset({1}): 0}
    for _ in range(2):
        d[frozenset({draw.below(2), 1})] = draw.below(2)
    return sorted(d.values())


def t_while_walrus(draw):
    r = []
    while len(r) < 3 and (x := draw.below(3)) not in r:
        r.append(x)
    return tuple(r), x


def t_swap(draw):
    a, b, c = 0, 1, 2
    for _ in range(3):
        if draw.below(2):
            a, b = b, a
        else:
            b, c = c, b
    return a, b, c


def t_divmod(draw):
    n = 17
    while n > 1:
        n, rest = divmod(n + draw.below(2), 2)
    return n, rest


def t_text_index(draw):
    word = "abac"
    seen = ""
    for _ in range(3):
        seen = (seen + word[draw.below(4)])[-2:]
    return seen


def t_chained_names(draw):
    a = b = c = draw.below(2)
    for _ in range(2):
        a = b = c + draw.below(2)
    return a, b, c


def t_insert(draw):
    row = []
    for k in range(4):
        row.insert(draw.below(len(row) + 1), k)
    return tuple(row)


def t_reverse_in_place(draw):
    row = [0, 1, 2]
    for _ in range(3):
        if draw.below(2):
            row.reverse()
        else:
            row[0], row[1] = row[1], row[0]
    return tuple(row)


def t_sort_in_place(draw):
    row = []
    for k in range(3):
        row.append((draw.below(2), k))
        row.sort(key=lambda pair: pair[0], reverse=True)
    return row[0][1]


def t_counter_minus(draw):
    have = Counter("aabb")
    for _ in range(3):
        have -= Counter(draw.among("ab"))
    return tuple(sorted(have.items()))


def t_least_of_none(draw):
    row = []
    for _ in range(2):
        if draw.below(2):
            row.append(draw.below(3))
    return min(row, default=-1)


def t_backwards(draw):
    row = [draw.below(2) for _ in range(4)]
    return row == row[::-1]


def t_unequal_zip(draw):
    total = 0
    for a, b in zip(range(9), [1, 2, 3]):
        total = (total + a * b * draw.below(2)) % 5
    return total


def t_flag(draw):
    stop = False
    rounds = 0
    while not stop and rounds < 4:
        rounds += 1
        for _ in range(2):
            if draw.below(3) == 0:
                stop = True
                break
    return rounds


def t_continue(draw):
    total = 0
    for k in range(4):
        if draw.below(2):
            continue
        total += k
    return total


def t_one_list_twice(draw):
    grid = [[0]] * 2 + [[0]]
    for _ in range(3):
        grid[draw.below(3)][0] += 1
    return grid[0][0], grid[1][0], grid[2][0]


def t_copied_list(draw):
    row = [0, 0]
    kept = list(row)
    for _ in range(3):
        row[draw.below(2)] += 1
        if draw.below(2):
            kept = row[:]
    return tuple(kept), tuple(row)


def t_slice_alias(draw):
    row = [0, 0, 0]
    other = row
    for k in range(3):
        row[k : k + 1] = [draw.below(2)]
        if draw.below(2):
            row = row + []
    return tuple(other), tuple(row)


def t_or_draws(draw):
    total = 0
    for _ in range(3):
        total += bool(draw.below(2) or draw.below(2))
    return total


def t_chain_of_choices(draw):
    total = 0
    for _ in range(3):
        total = total * 3 % 7 + (2 if draw.below(3) == 0 else 1 if draw.below(2) else 0)
    return total


def t_two_indices(draw):
    grid = [[0, 1], [2, 3]]
    total = 0
    for _ in range(2):
        total += grid[draw.below(2)][draw.below(2)]
    return total


def t_written(draw):
    text = ""
    for _ in range(2):
        text = f"{draw.below(2)}{text}"
    return text


def t_given_inside(draw):
    total = 0
    for _ in range(2):
        face = draw.die(4)
        draw.condition(face > 1)
        total += face
    return total


def t_deck_again(draw):
    total = 0
    for _ in range(2):
        deck = draw.deck([1, 2, 3])
        total += deck.draw() * deck.draw()
    return total


def t_longest_run(draw):
    run = best = 0
    for _ in range(5):
        run = run + 1 if draw.below(2) else 0
        best = max(best, run)
    return best


def t_stack(draw):
    stack = []
    for _ in range(4):
        if stack and draw.below(2):
            stack.pop()
        else:
            stack.append(len(stack))
    return len(stack)


def t_circle(draw):
    people = list(range(5))
    at = 0
    while len(people) > 1:
        at = (at + draw.die(2)) % len(people)
        people.pop(at)
        at %= len(people)
    return people[0]


def t_walk(draw):
    at, steps = 1, 0
    while 0 < at < 3 and steps < 5:
        at += 1 if draw.chance(1, 3) else -1
        steps += 1
    return at, steps


def t_weights_that_change(draw):
    balls = [1, 1]
    for _ in range(3):
        balls[draw.pick(balls)] += 1
    return tuple(balls)


def t_among_pairs(draw):
    a = b = 0
    for _ in range(3):
        x, y = draw.among(((1, 0), (0, 1), (-1, 0)))
        a, b = a + x, b + y
    return a, b


def t_shuffled_twice(draw):
    cards = draw.shuffled([1, 2, 2])
    cards = draw.shuffled(cards[1:])
    return cards[0]


def t_dice_sorted(draw):
    wins = 0
    for _ in range(2):
        mine, theirs = draw.dice(2, 3), draw.dice(1, 3)
        wins += mine[-1] > theirs[-1]
    return wins


def t_ranks_as_they_come(draw):
    best, taken = None, 0
    for k, rank in enumerate(draw.ranks(4)):
        if best is None or rank > best:
            best, taken = rank, k
    return taken


def t_match(draw):
    state = "a"
    for _ in range(4):
        match state, draw.below(2):
            case "a", 1:
                state = "b"
            case "b", 0:
                state = "c"
            case "c", _:
                break
    return state


def t_negative_rest(draw):
    at = 0
    for _ in range(4):
        at = (at - 1 - draw.below(2)) % 3
    return at


def t_table_of_outside(draw):
    at = 0
    for _ in range(3):
        at = STEPS[at][draw.below(2)]
    return at

# ruff: noqa: E501
"""Random programs in users' idioms, by a seed: loops, helpers, aliases, decks, sets, conditions."""

import linecache
import sys
from random import Random
from types import ModuleType

HEAD = """
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

Side = Enum("Side", "LEFT RIGHT")
Pair = namedtuple("Pair", "x y")
TABLE = {0: 1, 1: 2, 2: 0}
STEPS = [1, 2, 1]


@dataclass
class Player:
    name: str
    points: int = 0
    hand: list = field(default_factory=list)


def turn(draw, player, n):
    got = 0
    for _ in range(n):
        face = draw.below(3)
        if face == 0:
            return got
        player.points += face
        got += 1
    return got


def two(draw, items):
    for i in range(2):
        items[i % len(items)] += draw.below(2)
    return items[0]


def deal(draw, hands, key, most=2):
    while len(hands[key]) < most:
        hands[key].append(draw.below(2))
        if draw.chance(1, 3):
            break
    return len(hands[key])


def value(items):
    return sum(items) % 3 if items else 0
"""
SETUP = """
    a = b = c = 0
    best, pair, word, side = None, (0, 0), "", Side.LEFT
    wins = losses = total = 0
    players = [Player("a"), Player("b")]
    hands = {"x": [], "y": []}
    lists, counted, ordered = defaultdict(list), Counter(), OrderedDict(p=0, q=0)
    queue, grid, rolls, seen = deque([0, 1, 2]), [[0, 0], [0, 0]], [], set()
    player, row, deck, spot = players[0], grid[0], draw.deck([0, 0, 1, 2]), Pair(0, 0)

    def step(k):
        nonlocal c
        c = (c + k) % 3
        return a + k

    def walk(n):
        at = n
        for _ in range(2):
            at += draw.below(2)
        return at % 3
"""
VALUES = """{v}; {k}; ({v} + {w}) % 3; players[0].points % 3; player.points % 3; len(hands["x"]); len(seen);
counted[1]; sum(row) % 3; grid[1][0] % 3; len(lists[0]); queue[0]; len(word) % 3; rolls.count(1);
pair[1]; max({v}, {w}); ({v} if {w} else 1); int(best is None); value(rolls); TABLE[{v} % 3];
STEPS[{v} % 3]; spot.x % 3; step({k}) % 3; int({v} in seen); len(deck); ordered["p"] % 3;
(sorted(rolls)[0] if rolls else 0); int(side.value == 1); sum(x * x for x in row) % 3; -{v} % 3;
max(p.points for p in players) % 3; min(players, key=lambda p: p.points).points % 3; abs({v} - {w})"""
DRAWS = """draw.below(2); draw.below(2); draw.pick([1, 0, 2]); int(draw.chance(1, 3));
(draw.below(2) if {e} else 0); int(bool({e} and draw.below(2))); turn(draw, player, 2);
two(draw, row); deal(draw, hands, "x"); sum(draw.below(2) for _ in range(2)); walk({v});
max(draw.below(2), {e}); ({e} + turn(draw, players[{k} % 2], 1)); [draw.below(2) for _ in range(2)][-1];
int(any(draw.below(2) for _ in range(2))); draw.dice(2, 2)[0]; draw.counts(2, [1, 1])[0];
(deck.draw() if deck else 0); int(all(draw.below(2) for _ in STEPS[:2]) or {e}); draw.among((0, 1, 1))"""
LINES = """{v} = {d}; {v} = {e}; {v} = {e}; a, b = b, {e}; total += {d}; player = draw.among(players);
player.points += {d}; hands["y"].append({d}); lists[{e} % 2].append({d}); queue.rotate(draw.below(2));
queue.append(queue.popleft()); grid[{e} % 2][draw.below(2)] = {e}; row = grid[draw.below(2)];
rolls.append({d}); seen.add({d}); seen.discard({e}); counted[{d}] += 1; word += draw.among("ab");
best = {e} if best is None else min(best, {e}); wins += {d}; losses += draw.below(2);
pair = pair[1], {d}; grid[0], grid[1] = grid[1], grid[0]; row[0] += draw.below(2); two(draw, grid[0]);
rolls = rolls[-2:]; rolls = sorted(rolls); hands["x"] = list(hands["y"]); player.hand.append({d}); step({e});
side = Side.RIGHT if {d} else side; spot = spot._replace(x={d}); spot = Pair(spot.y, {e}); total -= 1;
deck.put({e}); draw.condition({e} < 3); rolls += [{e}]; del queue[{e} % len(queue)]; queue.append({e});
ordered["q"] += {d}; {v} = deck.counts[0]; seen |= {{ {e} }}; {v} = (x := {e}) + x; rolls.extend([{d}])"""
LOOPS = """for i{n} in range(2):; for player in players:; for row in grid:; for j{n}, player in enumerate(players):;
for player, row in zip(players, grid):; for s{n} in list(queue)[:2]:; for card in draw.shuffled([0, 0, 1]):;
for z in sorted(seen)[:2]:; for {v} in (0, 2):; for {v} in rolls:; for k{n} in range({e}, 2):;
for {v} in [0, 1][::-1]:; for {v} in [draw.below(2) for _ in range(2)]:; for {v} in STEPS:;
for key in list(hands):; for {v}, s{n} in enumerate("ab", 1):; for {v} in range(2, 0, -1):"""
RETURNS = """total; (total, a); wins + losses; wins - losses; (wins, total); (a, b, len(seen)); word;
sorted(x.points for x in players)[0]; (players[0].points, sum(hands["x"] + hands["y"]));
(max(rolls, default=0), len(rolls)); (max(counted, key=counted.get, default=0), total); (str(grid), c);
(sum(lists[0]), queue[0]); (sorted(rolls), c); max(players, key=lambda x: x.points).name;
(best, pair); (total + 1, side.name); (total, total - wins); (row, spot); (deck.counts, a); (seen == {{0}}, b)"""


CHOICES = """draw.choose((0, 1), sees={{"all": str(({all}))}}); draw.choose((0, 1, 2), sees=(a, b, c));
draw.choose((0, 1), sees={{"all": str(({all}))}}); draw.choose([0, 2][: 1 + {v} % 2], sees={{"v": {v}}});
draw.choose(range(1 + {e} % 3), sees={{"all": str(({all}))}}); pick(draw, str(({all})))"""


def choices(text):
    return [" ".join(part.split()) for part in text.split(";")]


VALUES, DRAWS, LINES, LOOPS, RETURNS = map(choices, (VALUES, DRAWS, LINES, LOOPS, RETURNS))
CHOICES = choices(CHOICES)


ALL = "a, b, c, total, wins, losses, rolls, grid, hands, [x.points for x in players], queue"
PICK = """

def pick(draw, known):
    return draw.choose((0, 1), sees=(known,))
"""


class Programs:
    """Writes a program."""

    def __init__(self, seed, choices=False):
        self.random = Random(seed)
        self.draws = [*DRAWS, *CHOICES * 3] if choices else DRAWS
        self.loops = self.made = 0

    def text(self, parts, deep=2):
        part = self.random.choice(parts)
        held = {"v": self.random.choice("abc"), "w": self.random.choice("abc"), "n": self.made}
        if "{e}" in part:
            held["e"] = self.text(VALUES, deep - 1) if deep else "1"
        if "{d}" in part:
            held["d"] = self.text(self.draws, deep)
        return part.format(**held, k=self.random.randrange(3), all=ALL)

    def block(self, indent, deep, inside):
        """Lines of a block, `inside` of a loop or not."""
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(indent, deep, inside)
        return lines

    def statement(self, indent, deep, inside):
        space, kind = "    " * indent, self.random.randrange(30)
        if kind < 20 or (kind < 26 and (not deep or self.loops > 2)):
            return [space + self.text(LINES)]
        if kind < 24:
            return self.loop(indent, deep, self.text(LOOPS))
        if kind < 26:
            self.made += 1
            test = self.random.choice(
                ["", f" and {self.text(VALUES)} < 2", " and draw.chance(2, 3)"]
            )
            count = f"w{self.made}"
            lines = self.loop(indent, deep, f"while {count} < 2{test}:")
            return [f"{space}{count} = 0", lines[0], f"{space}    {count} += 1", *lines[1:]]
        if kind == 26 and deep:
            lines = [f"{space}if {self.text(VALUES)} > {self.random.randrange(2)}:"]
            lines += self.block(indent + 1, deep - 1, inside)
            if self.random.random() < 0.5:
                lines += [space + "else:", *self.block(indent + 1, deep - 1, inside)]
            return lines
        if kind == 27 and deep:
            body = [f"{space}    {self.text(LINES)}" for _ in range(2)]
            end = f"{space}    {self.random.choice('abc')} = 1"
            return [space + "try:", *body, end, space + "except ZeroDivisionError:", end]
        if kind == 28 and inside:
            return [f"{space}if {self.text(VALUES)} == 1:", f"{space}    " + self.leave()]
        return [
            f"{space}if {self.text(VALUES)} > 1:",
            f"{space}    return {self.text(RETURNS)}",
        ]

    def leave(self):
        return self.random.choice(["break", "continue"])

    def loop(self, indent, deep, head):
        self.loops += 1
        self.made += 1
        made, space = self.made, "    " * indent
        lines = [space + head, *self.block(indent + 1, deep - 1, True)]
        self.made = max(made, self.made)
        if self.random.random() < 0.15:
            lines += [space + "else:", *self.block(indent + 1, 0, False)]
        return lines

    def source(self):
        body = self.block(1, 3, False)
        last = ["    for i9 in range(2):", *self.block(2, 1, True)]
        end = f"    return {self.text(RETURNS)}"
        head = HEAD + PICK if self.draws is not DRAWS else HEAD
        return "\n".join([head, "\ndef game(draw):", SETUP, *body, *last, end, ""])


def program(seed, choices=False):
    """A game's function, and its text."""
    text = Programs(seed, choices).source()
    return module(f"program_{seed}", text).game, text


def loaded(file, text, names):
    """The names that a text binds; the text can be read again."""
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    exec(compile(text, file, "exec"), names)
    return names


def module(name, text):
    """A module of a text, which can be read again."""
    made = sys.modules[name] = ModuleType(name)
    loaded(f"<{name}>", text, vars(made))
    return made


def play(row, names):
    """A game's function, by a row: its name, and the lines of its body, joined by arrows."""
    title, _, body = row.partition(": ")
    name, _, others = title.partition("(")
    head = f"def {name}(draw, {others}:" if others else f"def {name}(draw):"
    text = "\n    ".join([head, *body.split(" -> ")]) + "\n"
    return loaded(f"<{names['__name__']}.{name}>", text, names)[name]


def rows(text):
    """The programs of a table, in which a row goes on where a line is indented."""
    lines = text.replace("\n    ", " ").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def written(name, text):
    """Adds the programs of a table to a module."""
    for row in rows(text):
        play(f"t_{row}", vars(sys.modules[name]))

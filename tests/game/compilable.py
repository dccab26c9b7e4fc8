# ruff: noqa: E501
"""Games that are compiled, and random programs in what is compiled: lists, loops, helpers, decks."""

import math
from math import gcd

from game import programs
from game.programs import choices

STEPS = (1, 2, 1)


def monty(draw, doors, opened, strategy):
    car, pick = draw.below(doors), draw.below(doors)
    others = [door for door in range(doors) if door not in (car, pick)]
    shut = draw.shuffled(others)[opened:]
    if strategy == "stay":
        return pick == car
    if pick != car:
        shut.append(car)
    return draw.among(shut) == car


def two_in_a_row(draw):
    last, pairs = "", 0
    for card in draw.shuffled("aabbcc"):
        pairs += card == last
        last = card
    return pairs


def socks(draw, pairs, places):
    chair = set()
    for sock in draw.shuffled([pair for pair in range(pairs) for _ in range(2)]):
        if sock in chair:
            chair.remove(sock)
        elif len(chair) == places:
            return False
        else:
            chair.add(sock)
        if draw.chance(1, 20):
            return None
    return True


def divides(draw, n):
    """What builtins do with whole numbers."""
    x, y = draw.below(5) - n, draw.die(6)
    half = x
    half //= 2
    return abs(x), x // -1, x // y, half, gcd(x, 4), math.gcd(y, 4), pow(x, 2), abs(x - y)


def shuffles(draw, n):
    """Cards are added, shuffled, to lists of every kind."""
    pile, heads, names = [0] * draw.below(2), [True, False], ["a", "b"]
    for card in range(n):
        pile.append(card)
        pile.extend(draw.shuffled(pile))
        heads.extend(draw.shuffled(heads[:card]))
    names.extend(draw.shuffled(names))
    pile.extend(draw.shuffled((7, 8, 9)))
    pile.extend(draw.shuffled(range(n)))
    return len(pile), pile[-1], pile[n], pile.pop(0), heads[-1], names[3], pile[2 * n + 1]


def all_draws(draw, n):
    rolls, left = draw.dice(3, 6), draw.counts(4, [1, 2, 3])
    deck, got = draw.deck("aabbc"), 0
    while has_cards(deck):
        if deck.draw() == "b":
            break
        got += 1
    draw.condition(got < 3)
    for card in draw.shuffled([1, 1, 2, 3]):
        if card == 3:
            break
        got += card
    scores = [0, 0]
    scores[draw.below(2)] += turn(draw, n)
    mixed = draw.shuffled(range(6))
    first, second = mixed[0], mixed[-2]
    last = [mixed.pop(), mixed.pop(0)]
    last.extend(draw.shuffled(rolls))
    del rolls[0]
    who = "first" if draw.chance("0.3") else "second" if draw.chance(n, 7) else None
    return (
        sum(rolls),
        left[0] - left[2],
        got,
        deck.left[1],
        first < second,
        sum(last),
        draw.below(10**11) % 1000,
        draw.pick((1, 0, n)),
        who,
    )


def has_cards(deck):
    return bool(deck)


def turn(draw, n):
    got = 0
    for _ in range(n):
        face = draw.below(3)
        if face == 0:
            return got
        got += STEPS[face]
    return got


VALUES = """{v}; {k}; ({v} + {w}) % 3; len(rolls); rolls[{v} % len(rolls)]; max({v}, {w}); ({v} if {w} > 1 else 1);
sum(rolls) % 3; STEPS[{v} % 3]; int({v} in rolls); len(deck); sorted(rolls)[0]; -{v} % 3; abs({v} - {w});
sum([x * x for x in rolls]) % 3; value(rolls); rolls[-1]; {v} // 2 + {w}; len(seen); int(side == "left"); ({v} << 1) % 5"""
DRAWS = """draw.below(2); draw.die(3); draw.pick([1, 0, 2]); int(draw.chance(1, 3)); turn(draw, 2); two(draw, rolls);
sum(draw.below(2) for _ in range(2)); [draw.below(2) for _ in range(2)][-1]; draw.dice(2, 2)[0];
draw.counts(2, [1, 1])[0]; (deck.draw() if deck else 0); draw.among((0, 1, 1)); draw.among(rolls); (draw.below(2) if {e} else 0);
int(bool({e} and draw.below(2)))"""
LINES = """{v} = {d}; {v} = {e}; a, b = b, {e}; {v} += {d}; {v} -= {e}; rolls.append({d}); rolls.append({e});
rolls[{e} % len(rolls)] += {d}; rolls = rolls[-2:]; rolls = sorted(rolls); rolls.insert(0, {d}); seen.add({d}); seen.discard({e});
rolls.extend(draw.shuffled([0, 1, {e}])); other = rolls; other.append({e}); side = "right" if {d} else side; draw.condition({e} < 6);
deck.put({e} % 3); {v} = mixed[{e} % 3]; two(draw, rolls); {v} *= 2; rolls[0] = {d}; rolls.reverse(); other = list(rolls)"""
LOOPS = """for i{n} in range(2):; for x in rolls[:3]:; for {v} in (0, 2):; for x in draw.shuffled([0, 0, 1]):;
for i{n} in range({e}, 3):; for {v} in [draw.below(2) for _ in range(2)]:; for i{n}, x in enumerate(rolls[:2]):; for x, y in zip(rolls[:2], STEPS):"""
RETURNS = (
    "a, b, len(rolls); a, sum(rolls), c; (c, int(side == 'left'), len(seen)); c, b, draw.below(3)"
)
HEAD = """
STEPS = (1, 2, 1)


def turn(draw, n):
    got = 0
    for _ in range(n):
        face = draw.below(3)
        if face == 0:
            return got
        got += face
    return got


def two(draw, items):
    for i in range(2):
        items[i % len(items)] += draw.below(2)
    return items[0]


def value(items):
    return sum(items) % 3


def game(draw):
    a = b = c = 0
    rolls, seen, side = [0], set(), "left"
    seen.add(0)
    other, deck, mixed = [0], draw.deck([0, 0, 1, 2]), draw.shuffled([0, 1, 2])
"""


VALUES, DRAWS, LINES, LOOPS, RETURNS = map(choices, (VALUES, DRAWS, LINES, LOOPS, RETURNS))


class Programs(programs.Programs):
    """Writes a program."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.values, self.draws = LINES, VALUES, DRAWS

    def block(self, indent, deep, inside):
        lines = []
        for _ in range(self.random.randrange(2, 5)):
            lines += self.statement("    " * indent, indent, deep, inside)
        return lines

    def statement(self, space, indent, deep, inside):
        kind = self.random.randrange(12)
        if kind < 7 or not deep:
            return [space + self.text(LINES)]
        if kind < 10:
            self.made += 1
            lines = [space + self.text(LOOPS), *self.block(indent + 1, deep - 1, True)]
            if self.random.random() < 0.2:
                lines += [space + "else:", space + "    " + self.text(LINES)]
            return lines
        test = f"{space}if {self.text(VALUES)} > {self.random.randrange(2)}:"
        if kind == 10 and inside:
            return [test, f"{space}    {self.random.choice(['break', 'continue'])}"]
        lines = [test, *self.block(indent + 1, deep - 1, inside)]
        return [*lines, space + "else:", *self.block(indent + 1, deep - 1, inside)]

    def source(self):
        end = f"    return {self.text(RETURNS)}"
        return "\n".join([HEAD, *self.block(1, 2, False), end, ""])


def program(seed):
    """A game's function, and its text."""
    text = Programs(seed).source()
    return programs.module(f"compilable_{seed}", text).game, text

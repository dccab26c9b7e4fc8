"""Random programs of whole numbers, truth values and texts, by a seed: the list that is explored by
compiled code, and some things next to it.
"""

from random import Random

from game.programs import module

HEAD = """
STEPS, LOOT = (1, -2, 3), [0, 5, 2, 7]


def play(draw, n, up, who):
    a = b = c = total = 0
    p, q, word = False, up, "x"
    for i in range(n):
"""
TAIL = """
    return {outcome}
"""


class Writer:
    """Writes statements and expressions."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.loops = 0

    def of(self, *choices):
        return self.random.choice(choices)

    def number(self, deep=2):
        r = self.random
        if deep == 0 or r.random() < 0.3:
            leaf = (self.of("a", "b", "c", "i", "n"), str(r.randint(-3, 7)), "draw.die(3)")
            return self.of(*leaf, "draw.below(2)", "STEPS[draw.below(3)]", "len(LOOT)")
        x, y, t = self.number(deep - 1), self.number(deep - 1), self.truth(deep - 1)
        return self.of(
            f"({x} + {y})", f"({x} - {y})", f"({x} * {y})", f"({x} // ({y} or 3))",
            f"({x} % ({y} or -3))", f"({x} if {t} else {y})", f"min({x}, {y})", f"max({x}, {y}, 1)",
            f"abs({x})", f"(-{x})", f"(~{x})", f"({x} & {y})", f"({x} | 1)", f"({x} ^ {y})",
            f"({x} >> 1)", f"({x} << 2)", f"({t} + {x})", f"int({t})", f"STEPS[{x} % 3]",
            f"LOOT[-1 - {x} % 4]", f"({x} or {y})", f"({x} and {y})", f"draw.among((4, {x}))",
            f"draw.pick(({x} % 2, 1, 0, 2))", f"sum((1, {x}))", f"({x} ** 2)", "draw.among(STEPS)",
        )  # fmt: skip

    def truth(self, deep=2):
        if deep == 0 or self.random.random() < 0.3:
            return self.of("p", "q", "up", "True", "draw.chance(1, 3)", 'draw.chance("0.5")')
        x, y = self.number(deep - 1), self.number(deep - 1)
        s, t = self.truth(deep - 1), self.truth(deep - 1)
        return self.of(
            f"({x} < {y})", f"({x} == {y})", f"({x} <= {y} < 5)", f"({x} != {y})", f"(not {s})",
            f"({s} and {t})", f"({s} or {t})", f"(not {x})", f"bool({x})", f"({x} in (1, 2, {y}))",
            f"({x} not in STEPS)", f"({s} == {t})", '(word == "x")', "(word != who)",
            f"({s} if {t} else False)", "(word in (who, 'z'))", f"draw.chance({x} % 3, 3)",
            f"(LOOT[{y} % 5] > 0)", f"({x} // {y} > 0)",
        )  # fmt: skip

    def statement(self, deep=2):
        x, t = self.number(), self.truth()
        lines = [
            f"a = {x} % 4", f"b = {x} % -3", f"c = ({x}) % 3", "a, b = b, a", f"p = {t}",
            f"q = {t}", f"c += {x} % 2", f"total += {x} % 3", "total -= 1", f"b = {x} % 5",
            f'word = "y" if {t} else who', 'word = draw.among("xy")', f"draw.condition({t} or p)",
            f"a = c = {x} % 3", "a *= 99", "c **= 3", f"p = {x} % 2", f"a = {t}", "b <<= 9",
        ]  # fmt: skip
        rare = self.random.random() < 0.1
        if deep == 0 or self.random.random() < 0.55:
            return [self.of(*(lines if rare else lines[:-5]))]
        self.loops += 1
        k = f"k{self.loops}"
        head = self.of(
            f"if {t}:", f"if {x} > 1:", f"for {k} in range({self.of('2', 'a', 'b + 1')}):",
            f"while draw.chance(1, 2) and {t}:", "while draw.die(3) > 1 and c < 5:",
            f"for {k} in range(1, 3):",
        )  # fmt: skip
        jump = self.of("break", "continue")
        more = [f"if {t}:", f"    {jump}"] if not head.startswith("if") else []
        return [head, *("    " + line for line in [*self.block(deep - 1), *more])]

    def block(self, deep, most=3):
        count = self.random.randint(1, most)
        return [line for _ in range(count) for line in self.statement(deep)]


def program(seed):
    """A game's function of n, up and who, and its text."""
    writer = Writer(seed)
    first = writer.of("a = draw.die(3)", "p = draw.chance(1, 2)", "b = draw.below(3)")
    lines = [first, *writer.block(2, 4)]
    outcome = writer.of(
        "total", "total, a", "p", "a > 0", "word", "(a, p, word)", "total + 1, None"
    )
    text = HEAD + "".join(f"        {line}\n" for line in lines) + TAIL.format(outcome=outcome)
    return module(f"whole_{seed}", text).play, text

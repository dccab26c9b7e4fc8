# ruff: noqa: E501
"""Random programs by a seed that may be compiled: of whole numbers, truth values and texts, or also
with lists, aliases of them, tuples, decks and helpers that change lists.
"""

from random import Random

from game.programs import choices, module

HEAD = """
STEPS, LOOT = (1, -2, 3), [0, 5, 2, 7]


def value(items):
    best = -1
    for k, item in enumerate(items):
        if item > best:
            best = item + k
    return best % 4


def push(items, x):
    items.append(x)
    if len(items) > 2:
        items.pop(0)


def roll(draw, items, flag):
    if flag and items:
        items[draw.below(len(items))] += 1
    return draw.below(2)


def least(one, other):
    return one if len(one) < len(other) else other


def play(draw, n, up, who):
    a = b = c = total = 0
    p, q, word = False, up, "x"
    rolls, other, bag, flags, words, pair = [0, 1], [2], [1, 2], [False] * 2, ["x"], (0, 1)
    deck, cards, letters = draw.deck([0, 0, 1, n]), draw.deck("aab"), ["a"]
    for i in range(n):
"""
NUMBERS = """len({l}); sum({l}) % 4; value({l}); ({l}[{x} % len({l})] if {l} else 2); ({l}[-1] if {l} else 0); {l}.count({x} % 3);
(max({l}) if {l} else 1); min({l} + [3]); len(bag); sum(bag) % 3; pair[{x} % len(pair)]; len(deck); deck.counts[0];
sum(flags); sum([y * y for y in {l} if y > 0]) % 5; len(words); sum(y == {x} for y in {l}); sorted({l} + [2])[0];
({l}.pop() if {l} else 0); ({l}.pop(0) if len({l}) > 1 else 1); (deck.draw() if deck else 2);
(draw.among({l}) if {l} else 0); (draw.among(bag) if bag else 0); draw.among(pair); draw.pick({l} + [1]);
roll(draw, {l}, {t}); (min(bag) if bag else 1); len(least({l}, other)); sum(pair[1:]);
max(draw.below(2) for _ in range(2)); sorted({l} + [0], reverse=True)[0]; sum(list(range(n)));
({l}.index({x} % 3) if {x} % 3 in {l} else 3); draw.shuffled({l} + [1])[0]; ({l}.pop({x} % len({l})) if {l} else 0);
sum({l}[::-1][1::2]) % 4"""
TRUTHS = """({x} in {l}); bool({l}); (not {l}); ({l} == other); (rolls != [0, {x}]); (flags[{x} % 2] if len(flags) > 1 else p);
any(flags); all(y < 3 for y in {l}); ({x} % 3 in bag); (pair == (0, 1)); any({l}); ("y" in words); bool(deck);
(True in flags); (who in words); ({x} in pair); ("b" in letters)"""
LINES = """{l}.append({x} % 3); {l}[{x} % len({l})] = {x} % 4 #{l}; {l}[0] += {x} % 2 #{l}; {l} = {l}[-2:]; {l} = [0, {x} % 3];
other = rolls; rolls = other; other = list(rolls); rolls = sorted({l}); push({l}, {x} % 3); {l}.insert(0, {x} % 3);
{l}.clear(); {l}.reverse(); {l}.sort(); rolls, other = other, rolls; {l} += [{x} % 2]; {l}.extend({l});
del {l}[0] #{l}; bag.append({x} % 3); bag.append(draw.die(3)); bag = [draw.die(2)]; bag.remove(min(bag)) #bag;
flags[{x} % len(flags)] = {t} #flags; flags = [{t}, {t}]; flags.append({t}); flags = flags[:2]; words.append(who);
words = ["y" if {t} else "x"]; words = words[-1:]; pair = (pair[-1], {x} % 3); pair = pair[1:] + ({x} % 2,);
pair = (0,); deck.put({x} % 3); deck = draw.deck({l}); rolls = [y + 1 for y in {l}][:2]; other = least(rolls, other);
{l}.extend(draw.shuffled([0, {x} % 3, 1])); a = deck.draw() if deck else 0; {l}.remove({l}[0]) #{l};
rolls = list(draw.shuffled({l})); bag += [{x} % 2]; other = other.copy();
rolls[0], rolls[-1] = rolls[-1], rolls[0] #rolls; rolls = {l} * 2; flags[0] = {x} % 2; rolls[0] = {t};
rolls[1:] = other; other = (rolls if {t} else other); {l}.insert(-1, {x} % 3); {l}.insert(9, 1); {l} = {l}[:3][::-1];
letters.append(cards.draw() if cards else "a"); letters = letters[-2:]; cards.put(draw.among("ab"));
{l} = [1] * ({x} - 1)"""
LOOPS = """for y{k} in {l}:; for y{k} in {l}[:2]:; for k{k}, y{k} in enumerate({l}):; for y{k}, z{k} in zip({l}, pair):;
for y{k} in draw.shuffled([0, 0, 1]):; for y{k} in sorted({l})[:2]:; while {l} and draw.chance(1, 2):; if {l}:;
for f{k} in flags[:2]:; for y{k} in pair:; for w{k} in words[:2]:; if value({l}) > 1:; for y{k} in bag[:1]:;
while deck and {t}:; for y{k} in draw.deck([0, 1]):; for w{k} in draw.shuffled("aab"):"""
SET_LINES = """seen.add({x} % 3); seen.discard({x} % 3); {l} = draw.dice(2, 3); {l} = draw.counts(3, [1, 2]);
c = len(seen); p = {x} % 3 in seen"""
NUMBERS, TRUTHS, LINES, LOOPS, SET_LINES = map(choices, (NUMBERS, TRUTHS, LINES, LOOPS, SET_LINES))


OUTCOMES = [
    ["total", "total, a", "p", "a > 0", "word", "(a, p, word)", "total + 1, None"],
    ["total", "total, a", "p", "word", "(a, len(rolls), word)", "sum(other), None"],
]


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


class ListWriter(Writer):
    """Writes statements and expressions of lists too, each seed some kinds of them."""

    def __init__(self, seed):
        super().__init__(seed)
        few = self.random.sample
        self.numbers, self.truths = few(NUMBERS, 12), few(TRUTHS, 6)
        self.lines, self.heads = few(LINES, 14), few(LOOPS, 5)

    def filled(self, text, deep=1):
        """A text with its expressions."""
        x = super().number(deep - 1) if deep > 1 else self.of("a", "b", "i", "1", "draw.below(3)")
        text = text.replace("{l}", self.of("rolls", "rolls", "other"))
        return text.format(x=x, t=super().truth(0), k=self.loops)

    def number(self, deep=2):
        if self.random.random() < 0.4:
            return self.filled(self.of(*self.numbers))
        return super().number(deep)

    def truth(self, deep=2):
        if self.random.random() < 0.4:
            return self.filled(self.of(*self.truths))
        return super().truth(deep)

    def statement(self, deep=2):
        if self.random.random() < 0.5:
            text = self.of(*self.lines)
            line, _, needed = self.filled(
                text.replace("{l}", self.of("rolls", "other")), 2
            ).partition(" #")
            return [f"if {needed}:", f"    {line}"] if needed else [line]
        if deep and self.random.random() < 0.3:
            self.loops += 1
            head = self.filled(self.of(*self.heads))
            lines = [head, *("    " + line for line in self.block(deep - 1))]
            is_else = self.random.random() < 0.2
            return [*lines, "else:", "    c += 1"] if is_else else lines
        return super().statement(deep)


def program(seed, sets=False):
    """A game's function of n, up and who, and its text; in turn with lists and without.

    Those with lists have sets, too, if so asked.
    """
    writer, head = (Writer, ListWriter)[seed % 2](seed // 2), HEAD
    if sets and seed % 2:
        writer.lines += SET_LINES
        head = HEAD.replace(
            "    for i in range(n)", "    seen = set()\n    seen.add(0)\n    for i in range(n)"
        )
    first = writer.of("a = draw.die(3)", "p = draw.chance(1, 2)", "b = draw.below(3)")
    lines = [first, *writer.block(2, 4)]
    outcome = writer.of(*OUTCOMES[seed % 2])
    text = head + "".join(f"        {line}\n" for line in lines) + f"\n    return {outcome}\n"
    return module(f"compilable_{seed}", text).play, text

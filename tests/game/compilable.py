"""Games that are compiled."""

import math
from math import gcd

STEPS = (1, 2, 1)


def two_in_a_row(draw):
    last, pairs, among = "", 0, draw.among("abd")
    for letter in "abc":
        pairs += 10 * (letter == among)
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
    moved, ordered = (x >> y) + (1000 >> (60 + y)), sorted([x, y], reverse=n > 1)
    return (
        abs(x), x // -1, x // y, half, gcd(x, 4), math.gcd(y, 4), pow(x, 2), abs(x - y),
        moved, ordered[0], ~(x > 0), ~y,
    )  # fmt: skip


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
        deck.counts[1],
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


def unset(draw, n):
    """Variables that have a value wherever they are read."""
    for k in range(n):  # noqa: B007  # read after it
        roll = draw.die(6)
    if n > 1:
        total, hand = k * roll, [k]
    if n > 1 and roll > 3:
        hand.append(roll)
        total += 1
    return roll, sum(hand) if n > 1 else 0, total if n > 1 else 0

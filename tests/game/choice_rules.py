"""Games in which a player chooses, that several tests play."""

from sweepstake.game import Deck, Shuffled  # noqa: F401  # names of the closed list


def guess_deck(draw, n):
    cards = draw.deck(range(n))
    last = cards.draw()
    for _ in range(n - 1):
        told = draw.choose(("higher", "lower"), sees={"last": last, "left": cards.counts})
        card = cards.draw()
        if (card > last) != (told == "higher"):
            return False
        last = card
    return True


def guess_counts(draw, n):
    below = draw.below(n)
    above = n - 1 - below
    while below + above:
        told = draw.choose(("higher", "lower"), sees=(below, above))
        other = draw.below(below + above)
        if (other >= below) != (told == "higher"):
            return False
        if other < below:
            above += below - 1 - other
            below = other
        else:
            above -= other - below + 1
            below = other
    return True


def bold(draw, money, goal):
    while 0 < money < goal:
        stake = draw.choose(range(1, min(money, goal - money) + 1), sees=(money,))
        money += stake if draw.chance(2, 5) else -stake
    return money == goal


def colours(draw, red, black):
    cards = draw.deck("r" * red + "b" * black)
    right = 0
    while cards:
        told = draw.choose(("r", "b"), sees={"left": cards.counts})
        right += told == cards.draw()
    return right


def colours_shuffled(draw, red, black):
    right = k = 0
    reds = red
    cards = draw.shuffled("r" * red + "b" * black)
    while k < red + black:
        told = draw.choose(("r", "b"), sees=(k, reds))
        card = cards[k]
        reds -= card == "r"
        k += 1
        right += told == card
    return right


def clairvoyant(draw):
    cards = list(draw.shuffled([0, 0, 1, 1]))
    right = 0
    for k in range(4):
        told = draw.choose((0, 1), sees=(k,))
        right += told == cards[k]
    return right


def monty(draw):
    car = draw.below(3)
    pick = 0
    opened = draw.among([door for door in range(3) if door not in (car, pick)])
    if draw.choose(("stay", "switch"), sees=(pick, opened)) == "switch":
        pick = 3 - pick - opened
    return pick == car


def secretary_ranks(draw, n):
    best = taken = -1
    for k, candidate in enumerate(draw.shuffled(range(n)), 1):
        if candidate > best:
            best = candidate
            if taken < 0 and draw.choose(("take", "go on"), sees=(k,)) == "take":
                taken = candidate
    return taken == best


def waiting(draw):
    face = draw.die(6)
    while draw.choose(("wait", "roll", "stop"), sees=(face,)) != "stop":
        if draw.chance(1, 2):
            face = draw.die(6)
    return face


def two_rooms(draw):
    room = 0
    while draw.choose(("walk", "leave"), sees=(room,)) == "walk":
        room = 1 - room
    return -1 if room else -2


def coins(draw):
    heads = 0
    while draw.choose(("more", "stop"), sees=()) == "more":
        heads += draw.below(2)
    return heads


def trapped(draw):
    at = 0
    while at < 2:
        draw.choose(("left", "right"), sees=(at,))
        at = 1 if at else draw.die(2)
    return at

"""Rules that several tests play."""


def pig_turn(draw, hold):
    total = 0
    while total < hold:
        face = draw.die(6)
        if face == 1:
            return 0
        total += face
    return total


def pig_alone(draw, hold):
    """Turns until the points are 100 or more, if one holds at some total or at 100."""
    points = turns = 0
    while points < 100:
        points += pig_turn(draw, min(hold, 100 - points))
        turns += 1
    return turns


def hand(draw):
    rolls = 0
    while True:
        rolls += 1
        point = draw.die(6) + draw.die(6)
        if point not in (4, 5, 6, 8, 9, 10):
            continue
        while True:
            rolls += 1
            roll = draw.die(6) + draw.die(6)
            if roll == 7:
                return rolls
            if roll == point:
                break

"""A helper of another module."""


def roll_two(draw):
    total = 0
    for _ in range(2):
        total += draw.below(2)
    return total

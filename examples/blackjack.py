"""Blackjack, simplified: an infinite deck; you hit or stand; the dealer stands on 17 or more.

Richard Sutton and Andrew Barto, "Reinforcement Learning" (2018), Example 5.1, but for naturals.
"""

from sweepstake.game import Draw, Game, most
from sweepstake.puzzle import Column, Puzzle


def card(draw: Draw) -> int:
    """A card: an ace is 1 for now, and jack, queen and king are 10."""
    return min(1 + draw.below(13), 10)


def worth(total: int, ace: bool) -> int:
    """What a hand is worth: an ace counts 11 if that doesn't exceed 21."""
    return total + 10 if ace and total <= 11 else total


def blackjack(draw: Draw) -> int:
    """What is a bet of 1 at blackjack worth?"""
    upcard, first, second = card(draw), card(draw), card(draw)
    total, ace = first + second, first == 1 or second == 1
    while total <= 21 and draw.choose(("hit", "stand"), sees=(upcard, total, ace)) == "hit":
        new = card(draw)
        total, ace = total + new, ace or new == 1
    if total > 21:
        return -1
    dealer, has_ace = upcard, upcard == 1
    while worth(dealer, has_ace) < 17:
        new = card(draw)
        dealer, has_ace = dealer + new, has_ace or new == 1
    yours, theirs = worth(total, ace), worth(dealer, has_ace)
    return 1 if theirs > 21 or yours > theirs else 0 if yours == theirs else -1


def as_the_dealer(total: int, ace: bool) -> str:
    """Hit below 17, as the dealer does."""
    return "hit" if worth(total, ace) < 17 else "stand"


GAIN = (Column("gain", "int", "what the bet of 1 gains", unit="bets"),)
HOW = {"as the dealer": as_the_dealer}
PUZZLE = Puzzle("blackjack", (Game(blackjack, (), GAIN, goal=most("gain"), strategies=HOW),))

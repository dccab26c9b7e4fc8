"""What the benchmarks are held against: the methods of the notebooks, written plainly."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections import Counter, deque
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from sweepstake.puzzles.hands.rules import after_one_move, ordered
from sweepstake.puzzles.war.rules import dealt, deck, game

PLAIN, TIGHT = (Path(__file__).with_name(name) for name in ("war.c", "war_tight.c"))


def queued_wars(games, ranks, suits, down):
    """War in plain Python as one writes it for speed, with two queues: the mean length."""
    cards, plays = deck(ranks, suits), 0
    for _ in range(games):
        cards = random.sample(cards, len(cards))
        a, b = deque(cards[::2]), deque(cards[1::2])
        table, owed = [], 0
        while a and b:
            x, y = a.popleft(), b.popleft()
            plays += 1
            table += (x, y)
            if owed:
                owed -= 1
            elif x == y:
                owed = down
            else:
                random.shuffle(table)
                (a if x > y else b).extend(table)
                table = []
    return plays / games


def lettered_wars(games, ranks, suits, down):
    """War in plain Python, state after state as the puzzle shows it: the mean length."""
    cards = deck(ranks, suits)
    plays = (sum(1 for _ in game(dealt(mixed(cards)), down, mixed)) - 1 for _ in range(games))
    return sum(plays) / games


def mixed(cards):
    return tuple(random.sample(cards, len(cards)))


def compiled_c(source):
    """A C program, built by gcc both ways that are usual, the faster one; its path."""
    folder = Path(tempfile.mkdtemp())
    built = {}
    for options in (("-O2",), ("-O3", "-march=native")):
        program = folder / f"war{options[0]}"
        subprocess.run(["gcc", *options, "-o", program, source], check=True)
        _, seconds = played(program, 50_000, 13, 4, 3)
        built[seconds] = program
    return built[min(built)]


def played(program, games, ranks, suits, down):
    """The mean length of games in C, and the processor seconds that they took."""
    words = [str(word) for word in (program, games, ranks, suits, down, 1)]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return map(float, said.split())


def c_wars(program, games, ranks, suits, down):
    """War in C: the mean length."""
    mean, _ = played(program, games, ranks, suits, down)
    return mean


def notebook_guesses(most):
    """The odds for 1 to `most` cards as a cached recursion in floats, each from the ones before."""

    @lru_cache(maxsize=None)
    def won(unseen, below):
        if unseen == 0:
            return 1.0
        higher = unseen - below >= below
        wins = range(below, unseen) if higher else range(below)
        return sum(won(unseen - 1, following) for following in wins) / unseen

    return [sum(won(n - 1, below) for below in range(n)) / n for n in range(1, most + 1)]


def notebook_hands(cards):
    """P(orderable) card by card with Fractions, equal collapsed hands and decks merged.

    Suits are named as they appear, colours kept, as the notebook does; hands of more than 7 runs,
    of which none is orderable, are dropped.
    """
    hands = {((), (13, 13, 13, 13)): Fraction(1)}
    for dealt_cards in range(cards):
        following = Counter()
        for (hand, left), probability in hands.items():
            for suit in range(4):
                rest = tuple(n - (s == suit) for s, n in enumerate(left))
                grown = hand if hand and hand[-1] == suit else (*hand, suit)
                if left[suit] and len(grown) <= 7:
                    share = probability * left[suit] / (52 - dealt_cards)
                    following[_named(grown, rest)] += share
        hands = following
    return sum((p for (hand, _), p in hands.items() if _orderable(hand)), Fraction(0))


def _named(hand, left):
    """The same hand and deck with the suits 0, 1 of one colour and 2, 3 of the other, in order."""
    appeared = list(dict.fromkeys(hand))
    suits = appeared + [suit for suit in range(4) if suit not in appeared]
    colours = list(dict.fromkeys(suit // 2 for suit in suits))
    order = [suit for colour in colours for suit in suits if suit // 2 == colour]
    name = {suit: number for number, suit in enumerate(order)}
    return tuple(name[suit] for suit in hand), tuple(left[suit] for suit in order)


@lru_cache(maxsize=None)
def _orderable(hand):
    return any(ordered(after) for after in (hand, *after_one_move(hand)))

"""Games by the rules to the letter, in plain Python: slow, with nothing of the kernels."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import Stream

from .rules import APART, Cards, State, dealt, deck, game


def length(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of each of `trials` games."""
    random, cards = _random(stream), deck(ranks, suits)
    games = (_ended(dealt(_mixed(random, cards)), random, down) for _ in range(trials))
    return Distribution(Counter(games), trials)


def aces(
    stream: Stream, trials: int, ranks: int, suits: int, down: int, hands: str
) -> Distribution:
    """A's cards of the highest rank, the plays and the winner of each of `trials` games."""
    random = _random(stream)
    found: Counter[tuple[int, int, str]] = Counter()
    for _ in range(trials):
        if hands == APART:
            start = State((ranks - 1,) * suits, _mixed(random, deck(ranks - 1, suits)))
        else:
            start = dealt(_mixed(random, deck(ranks, suits)))
        found[start.a.count(ranks - 1), *_ended(start, random, down)] += 1
    return Distribution(found, trials)


def _random(stream: Stream) -> Random:
    return Random(stream.tobytes())  # noqa: S311 - there is no secret


def _mixed(random: Random, cards: Cards) -> Cards:
    return tuple(random.sample(cards, len(cards)))


def _ended(start: State, random: Random, down: int) -> tuple[int, str]:
    """The plays and the winner of a game."""
    every = game(start, down, lambda table: _mixed(random, table))
    [(plays, last)] = deque(enumerate(every), maxlen=1)
    return plays, last.winner

"""Games by the rules to the letter, in plain Python: slow, with nothing of the kernels."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from random import Random

from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import Stream
from sweepstake.puzzles.war.rules import Cards, dealt, deck, game


def length(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of each of `trials` games."""
    games = ((plays, winner) for _, plays, winner in _games(stream, trials, ranks, suits, down))
    return Distribution(Counter(games), trials)


def aces(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """A's cards of the highest rank, the plays and the winner of each of `trials` games."""
    games = _games(stream, trials, ranks, suits, down)
    found = ((a.count(ranks - 1), plays, winner) for a, plays, winner in games)
    return Distribution(Counter(found), trials)


def _games(
    stream: Stream, trials: int, ranks: int, suits: int, down: int
) -> Iterator[tuple[Cards, int, str]]:
    """A's cards, the plays and the winner of each game."""
    random = Random(stream.tobytes())  # noqa: S311 - there is no secret
    cards = list(deck(ranks, suits))

    def mixed(table: Cards) -> Cards:
        return tuple(random.sample(table, len(table)))

    for _ in range(trials):
        random.shuffle(cards)
        start = dealt(tuple(cards))
        [(plays, last)] = deque(enumerate(game(start, down, mixed)), maxlen=1)
        yield start.a, plays, last.winner

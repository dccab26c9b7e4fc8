"""What the best cards are worth: games by how many of the highest rank A was dealt.

`simulate` counts them in each deal before it plays the game. `chain` is exact to rounding for small
decks: for each number of aces the deals that have it are the start of an absorbing Markov chain
over both hands card by card, played by `rules`. It shares nothing with the packets of `war_length`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

from sweepstake.core.distribution import Distribution
from sweepstake.core.markov import absorptions, explored
from sweepstake.core.stream import Stream

from .kernels.games import HIGHEST, PLAYS, WINNER, WINNERS, counted, packed
from .rules import APART, Cards, State, deck, played


def chain(ranks: int, suits: int, down: int, hands: str) -> Distribution:
    """A's aces, the plays and the winner; the longest games, 1 in 10^14, are left out."""
    starts: dict[int, Counter[State | str]] = {}
    for start in every_start(ranks, suits, hands):
        starts.setdefault(start.a.count(ranks - 1), Counter())[start] += 1
    deals = sum(ways.total() for ways in starts.values())
    masses: dict[tuple[int, int, str], float] = {}
    for aces, ways in sorted(starts.items()):
        share = ways.total() / deals
        games = explored(ways, partial(after_play, down=down))
        for plays, ended in enumerate(absorptions(games)):
            for winner, mass in ended.items():
                if mass:
                    masses[aces, plays - 1, str(winner)] = share * mass
    return Distribution(masses, 1)


def every_start(ranks: int, suits: int, hands: str) -> Iterator[State]:
    """The different deals, each as likely as any other."""
    if hands == APART:
        best = (ranks - 1,) * suits
        return (State(best, others) for others in arrangements(deck(ranks - 1, suits)))
    half = ranks * suits // 2
    every = arrangements(deck(ranks, suits))
    return (State(cards[:half], cards[half:]) for cards in every)


def after_play(state: State | str, down: int) -> Counter[State | str]:
    """The states after one play, each counted once for every order of picking up the table.

    A game that is over takes one more step, to the name of its winner.
    """
    if isinstance(state, str):
        return Counter()
    if state.over:
        return Counter([state.winner])
    after = played(state, down)
    if after.table:
        return Counter([after])
    won = (*state.table, state.a[0], state.b[0])
    orders = arrangements(tuple(sorted(won)))
    return Counter(played(state, down, lambda _: order) for order in orders)  # noqa: B023 - called here


@cache
def arrangements(cards: Cards) -> tuple[Cards, ...]:
    """The different orders of sorted `cards`, each as likely as any other.

    >>> arrangements((1, 1, 2))
    ((1, 1, 2), (1, 2, 1), (2, 1, 1))
    """
    if not cards:
        return ((),)
    return tuple(
        (card, *others)
        for k, card in enumerate(cards)
        if card not in cards[:k]
        for others in arrangements(cards[:k] + cards[k + 1 :])
    )


def simulate(
    stream: Stream, trials: int, ranks: int, suits: int, down: int, hands: str
) -> Distribution:
    """A's aces, the plays and the winner of each of `trials` games."""
    apart = suits if hands == APART else 0
    cards = packed(deck(ranks, suits)[:: -1 if apart else 1])
    games = counted(stream, cards, trials, down, (HIGHEST, PLAYS, WINNER), apart)
    return Distribution(
        {(aces, plays, WINNERS[who]): n for (aces, plays, who), n in games.items()}, trials
    )

"""Shows War: one game play by play, and the decks left after each battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import Listing, Show

from ..exact import Deck, swept_decks
from ..questions import DOWN, RANKS, SUITS
from ..rules import Cards, State, dealt, deck, odd_deck
from ..rules import game as played_game

if TYPE_CHECKING:
    from numpy.random import Generator

LETTERS = "23456789TJQKA"
HAND, TABLE = 28, 16  # columns on a terminal of 100


def game(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[Listing]:
    """One random game; each row has a play: both cards, what happened, and the hands' sizes."""
    rows: list[tuple[object, ...]] = []
    states = _played(rng, ranks, suits, down)
    state = next(states)
    for after in states:
        cards = (spelt(hand[:1], ranks, TABLE) for hand in (state.a, state.b))
        event = _event(state, after, down)
        rows.append((len(rows) + 1, *cards, event, len(after.a), len(after.b)))
        state = after
    title = f"War with {ranks} × {suits} cards, {down} face down in a war"
    header = ("play", "A", "B", "what happened", "A has", "B has")
    yield Listing(title, header, rows, _closing(state, len(rows)))


def _event(before: State, after: State, down: int) -> str:
    """What happened in one play."""
    if before.owed:
        return "face down"
    if after.table:
        return f"war, {down} card{'s' * (down != 1)} face down"
    winner = "A" if before.a[0] > before.b[0] else "B"
    return f"{winner} takes {len(before.table) + 2}"


def hands(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[Listing]:
    """The same game, with the hands, the table and the cards owed face down after each play."""
    rows: list[tuple[object, ...]] = []
    for state in _played(rng, ranks, suits, down):  # only texts are kept: there may be many
        both = (spelt(cards, ranks, HAND) for cards in (state.a, state.b))
        rows.append((len(rows), *both, spelt(state.table, ranks, TABLE), state.owed))
    title = f"War with {ranks} × {suits} cards, top card first; owed: cards still to go face down"
    header = ("play", "A's hand", "B's hand", "table", "owed")
    yield Listing(title, header, rows, _closing(state, len(rows) - 1))


def _played(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[State]:
    def shuffled(cards: Cards) -> Cards:
        return tuple(cards[k] for k in rng.permutation(len(cards)))

    return played_game(dealt(shuffled(deck(ranks, suits))), down, shuffled)


def decks(rng: Generator, ranks: int, suits: int, battles: int) -> Iterator[Listing]:
    """The abstract decks that may be left if A has won every battle so far. Nothing is random."""
    header = ("cards left of each rank", "probability", "exactly")
    after = islice(swept_decks(ranks, suits), battles)
    for battle, layer in enumerate(after, 1):
        rows = [
            (multiset(left), f"{float(p):.12g}", str(p))
            for left, p in sorted(layer.items(), key=lambda item: (-item[1], item[0]))
        ]
        total = sum(layer.values())
        note = f"A has won {battle} of {battle} with probability {total} = {float(total):.12g}."
        yield Listing(f"After battle {battle}, if A has won every battle", header, rows, note)


def multiset(left: Deck) -> str:
    """The number of cards left of each rank: `3*2 4*11` is 3 of two ranks and 4 of eleven.

    >>> multiset((0, 1, 2, 10))
    '2 3*2 4*10'
    """
    parts = [f"{k}*{n}" if n > 1 else f"{k}" for k, n in enumerate(left, 1) if n]
    return " ".join(parts) or "none"


def too_many_battles(ranks: int, suits: int, battles: int) -> str | None:
    """Why this deck can't have that many battles; None if it can."""
    if objection := odd_deck(ranks, suits):
        return objection
    if battles > ranks * suits // 2:
        return f"battles is {battles}; allowed: at most {ranks * suits // 2} with {ranks} × {suits}"
    return None


def spelt(cards: Cards, ranks: int, width: int) -> str:
    """`cards` in letters, or in numbers for more than 13 ranks; long texts end in `+` and a count.

    >>> spelt((12, 8, 0), 13, 28), spelt((12, 8, 0), 14, 28), spelt((12, 8, 0, 0, 0, 0), 13, 5)
    ('AT2', '13 9 1', 'AT +4')
    """
    lettered = ranks <= len(LETTERS)
    words = [LETTERS[card] if lettered else str(card + 1) for card in cards]
    between = "" if lettered else " "
    texts = (
        between.join(words[:shown]) + (f" +{len(words) - shown}" if shown < len(words) else "")
        for shown in range(len(words), -1, -1)
    )
    return next(text for text in texts if len(text) <= width)


def _closing(last: State, plays: int) -> str:
    after = f"After {plays} play{'s' if plays != 1 else ''}"
    if last.winner == "tie":
        return f"{after} both are out of cards: a tie."
    return f"{after} {last.winner} has won."


SHOWS = (
    Show(
        name="game",
        meaning="one game, play by play",
        parameters=(RANKS, SUITS, DOWN),
        listings=game,
        hands=hands,
        objection=odd_deck,
    ),
    Show(
        name="decks",
        meaning="the abstract decks after each battle that A wins",
        parameters=(RANKS, SUITS, Parameter("battles", "battles to follow", 1, 2400, 3)),
        listings=decks,
        objection=too_many_battles,
    ),
)

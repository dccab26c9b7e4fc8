"""The rules of War: two hands, the cards on the table, and what one play does to them.

Both players turn up their top card. The player with the higher rank puts all cards on the table, in
random order, at the bottom of the hand. Equal ranks start a war: `down` pairs go face down, one
pair in each play, then a face-up pair decides or starts another war. A player without cards after a
play has lost; cards in an undecided war belong to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Cards = tuple[int, ...]
Order = Callable[[Cards], Cards]


@dataclass(frozen=True)
class State:
    """The ranks in A's and B's hands (top first) and on the table, and the pairs owed face down."""

    a: Cards
    b: Cards
    table: Cards = ()
    owed: int = 0

    @property
    def over(self) -> bool:
        """True if a player is out of cards."""
        return not (self.a and self.b)

    @property
    def winner(self) -> str:
        """The player who still has cards; `tie` if neither player has any."""
        return "A" if self.a else "B" if self.b else "tie"


EVEN, APART = "even", "apart"
"""Two random hands of the same size; or A has all cards of the highest rank, and B the others."""


def deck(ranks: int, suits: int) -> Cards:
    """The ranks of the cards in a new deck, lowest first."""
    return tuple(rank for rank in range(ranks) for _ in range(suits))


def dealt(cards: Cards) -> State:
    """The start of a game: cards dealt one by one, to A first.

    >>> dealt((5, 2, 7, 3))
    State(a=(5, 7), b=(2, 3), table=(), owed=0)
    """
    return State(cards[0::2], cards[1::2])


def played(state: State, down: int, order: Order = tuple) -> State:
    """The state after one play; `order` puts the cards on the table in the winner's order.

    >>> played(State((3, 9), (3, 1)), down=1)
    State(a=(9,), b=(1,), table=(3, 3), owed=1)
    """
    (x, *rest_a), (y, *rest_b) = state.a, state.b
    a, b, table = tuple(rest_a), tuple(rest_b), (*state.table, x, y)
    if state.owed:
        return State(a, b, table, state.owed - 1)
    if x == y:
        return State(a, b, table, down)
    won = order(table)
    return State(a + won, b) if x > y else State(a, b + won)


def game(start: State, down: int, order: Order) -> Iterator[State]:
    """The start and the state after every play, until a player is out of cards."""
    yield start
    state = start
    while not state.over:
        state = played(state, down, order)
        yield state


def ending(state: State) -> str:
    """How the dealt cards ran out if B never won: see the question `war_rush`.

    A's hand then has only won cards, so an empty hand means that no battle was decided.
    """
    if not state.table:
        return "battle"
    return f"{'war' if state.a else 'tie'}-{state.owed}"


def endings(down: int) -> list[str]:
    """The names of the endings in which B never wins."""
    return ["battle", *(f"{way}-{owed}" for way in ("tie", "war") for owed in range(down + 1))]


def odd_deck(ranks: int, suits: int, **_: object) -> str | None:
    """Why this deck can't be dealt; None if it can."""
    if ranks * suits % 2:
        cards = f"{ranks} × {suits} = {ranks * suits}"
        return f"ranks × suits is {cards}; allowed: an even number of cards"
    return None

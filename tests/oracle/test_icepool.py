"""Flipping cards and abstract decks against icepool, a library of dice and decks."""

from functools import cache

import pytest

from blocks import printed, texts
from sweepstake.puzzles.guess import exact as guess
from sweepstake.puzzles.war import formula

icepool = pytest.importorskip("icepool", reason="icepool is not installed: make test-oracle")


@cache
def won(unseen, below):
    """Is every guess right? As a die over the place of each next card."""
    if not unseen:
        return icepool.Die([True])
    higher = unseen - below >= below
    return icepool.z(unseen).map(
        lambda following: won(unseen - 1, following) if (following >= below) == higher else False
    )


@pytest.mark.parametrize("cards", range(1, 16))
def test_the_odds_of_flipping_cards(cards):
    die = icepool.z(cards).map(lambda below: won(cards - 1, below))
    assert die.probability(True) == guess.win(cards)[True]


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (3, 2), (4, 2), (2, 4), (3, 4), (5, 2)])
def test_sweeping_every_battle(ranks, suits):
    @cache
    def swept(left):
        """Does A win every battle of the deck with `left` cards of each rank?"""
        if not sum(left):
            return icepool.Die([True])
        deck = icepool.Die({rank: count for rank, count in enumerate(left) if count})

        def second(a):
            rest = tuple(n - (rank == a) for rank, n in enumerate(left))
            other = icepool.Die({rank: count for rank, count in enumerate(rest) if count})
            return other.map(
                lambda b: (
                    swept(tuple(n - (rank == b) for rank, n in enumerate(rest))) if a > b else False
                )
            )

        return deck.map(second)

    assert swept((suits,) * ranks).probability(True) == formula.sweep(ranks, suits)[True]


def test_the_page_that_puts_us_beside_others_prints_what_it_says(tmp_path):
    page = "docs/side-by-side.md"
    assert printed(page, tmp_path) == "".join(texts(page))

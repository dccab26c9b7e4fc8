"""What the war puzzle makes of its answers: tables and figures."""

from __future__ import annotations

from sweepstake.puzzle.display import Plot, Table

from . import further, plots, readings, tables
from .columns import ACES, BRUTE, CHAIN, ENDLESS, LENGTH, RUSH, SWEPT

TABLES = (
    Table(
        name="war_sweep",
        title="How often one player wins every battle",
        caption=(
            "The probability that A wins every battle, with no war, until B is out of cards, and "
            "in how many games that happens once: for A, and for either player. It is exact, and "
            "each method named in the last column gave the very same fraction. Taking battles as "
            "independent is right for one suit and close for many ranks; its ratio to the truth "
            "stands beside it. Where random deals were sampled, the 95% interval (Clopper and "
            "Pearson) of what was counted should hold the probability in about 19 rows of 20."
        ),
        questions=("war_sweep",),
        make=tables.sweep,
        by_point=True,
        formats=SWEPT,
    ),
    Table(
        name="war_brute",
        title="Abstract decks against brute force",
        caption=(
            "The probability that A wins every battle, by playing every deal of a small deck and "
            "by abstract decks. Both are fractions, and so is the difference before it is printed: "
            "0 means equal, not nearly so."
        ),
        questions=("war_sweep",),
        make=tables.brute,
        by_point=True,
        formats=BRUTE,
    ),
    Table(
        name="war_rush",
        title="How the dealt cards run out if B never wins a battle",
        caption=(
            "When the last dealt card is on the table and B has won nothing, B is out of cards. "
            "By the rules A has won if any battle was decided, for then A has cards, and it is a "
            "tie only if the whole game was one unfinished row of wars: 1 in 45,240 and 1 in 320 "
            "million for 13 x 4 cards with 3 face down. The notebook reads the cards owed face "
            "down instead: none owed, and A wins (1 in 64,616); some, and it is a tie (1 in "
            "150,802). That is wrong. The columns 'whole games' tell the readings apart: they come "
            "from games played to the end by the rules, and give the share that is over as soon as "
            "the dealt cards are, won by A (counted for both players and halved) or tied, and by "
            "how many standard errors it misses the probability of the row. It is the readings by "
            "the rules that it meets. 'Simulated deals' sort their endings as each reading does, "
            "so they only confirm the arithmetic of both. Here are the decks that were played, and "
            "of the others the largest; the CSV file has all."
        ),
        questions=("war_rush", "war_length"),
        make=readings.rush,
        by_point=True,
        formats=RUSH,
        errors={
            "simulated deals": "standard error (deals)",
            "whole games": "standard error (games)",
        },
        shown=readings.largest_or_played,
    ),
    Table(
        name="war_length",
        title="How many plays a game lasts, and who wins",
        caption=(
            "In each play both players put one card on the table, face up or face down. Rows of "
            "method 'simulate' count games played, so their mean has a standard error; rows of "
            "method 'chain' are computed, and their longest game has no bound. The notebook played "
            "100,000 games of 13 x 4 cards with 3 face down: mean 294, standard deviation 234, "
            "median 224 plays. More cards face down let a war move more cards at once, and make "
            "games shorter."
        ),
        questions=("war_length",),
        make=tables.length,
        by_point=True,
        formats=LENGTH,
        errors={"mean (plays)": "standard error of the mean"},
    ),
    Table(
        name="war_chain",
        title="Game lengths computed and played",
        caption=(
            "For small decks the distribution of the length is computed by an absorbing Markov "
            "chain. The mean of games played misses the computed one by so many standard errors, "
            "and p is the probability that as many games fit the chain no better, by a chi-square "
            "test over all lengths and winners. With a single suit there are no wars, and since a "
            "won pair is picked up in random order, all orders of the cards stay equally likely "
            "whoever has won so far. So the size of A's hand is a fair random walk, and a game of "
            "n cards lasts (n/2)^2 plays on average: the last column."
        ),
        questions=("war_length",),
        make=tables.chain,
        by_point=True,
        formats=CHAIN,
        errors={"simulated mean (plays)": "standard error (plays)"},
    ),
    Table(
        name="war_endless",
        title="Deals that never end",
        caption=(
            "How deals end if nothing is left to chance after the deal: the winner of a battle or "
            "a war picks up the cards of both players always in the same order, the winner's "
            "first, the loser's first, those of player A first, or A's and B's in turn. A game is "
            "endless if the same position comes again. Where all deals were counted, the shares "
            "are exact, and each method named in the last column counted as many; else random "
            "deals were played, and the 95% interval is that of the endless ones. Spivey (Cycles "
            "in War, 2010) has cycles of n different cards, the winner's first, for every n that "
            "is neither 2^k nor 3 x 2^k; Lakshtanov and Roshchina (2012) show that games end if "
            "the players now and then change the order."
        ),
        questions=("war_endless",),
        make=further.endless,
        by_point=True,
        formats=ENDLESS,
    ),
    Table(
        name="war_aces",
        title="What the aces are worth",
        caption=(
            "Games by how many of the highest rank player A was dealt, in two random hands of the "
            "same size (even), or if A has just these cards and B all others (apart): how often "
            "that happens, how often A then wins, with the standard error of what was simulated, "
            "and how long such games last."
        ),
        questions=("war_aces",),
        make=further.aces,
        by_point=True,
        formats=ACES,
        errors={"A wins": "standard error"},
    ),
)

PLOTS = (
    Plot(
        name="war_sweep",
        title="One player wins every battle",
        caption=(
            "The probability that A wins every battle with no war over the number of cards: exact "
            "(lines), in random deals, and in weighted deals, which go on where no random deal is "
            "such (points, with 95% intervals). Every two cards more halve it; ties cost a "
            "factor besides ('What ties cost'): hardly more in a large deck than in a small one, "
            "and the more, the more suits there are."
        ),
        questions=("war_sweep",),
        make=plots.sweep,
        finding="Every two cards more make it about half as likely",
    ),
    Plot(
        name="war_length",
        title="How long a game of War lasts",
        caption=(
            "Left: lengths of simulated games, of the deck that most games were played of, in at "
            "most 75 bins, with 95% intervals; the longest half per cent is not drawn. Right: "
            "the mean and five quantiles by the number of cards put face down in a war."
        ),
        questions=("war_length",),
        make=plots.length,
    ),
    Plot(
        name="war_survival",
        title="How many games last longer",
        caption=(
            "The share of games that last longer than a number of plays, with 95% intervals. "
            "A line ends where fewer than ten of the games played last longer. The vertical axis "
            "is logarithmic: where a line is straight, a game has the same chance to end with "
            "every further play, so in the long run it does not matter how it was dealt."
        ),
        questions=("war_length",),
        make=plots.longer,
    ),
    Plot(
        name="war_means",
        title="Mean length of a game, by deck",
        caption=(
            "The mean number of plays by the number of cards in the deck, from a Markov chain for "
            "small decks and from simulated games for others (with 95% intervals). With one "
            "suit there are no wars, and the mean is the square of half the number of cards, as "
            "for a fair random walk: a line of slope 2 on these logarithmic axes. A war moves many "
            "cards at once and so makes games shorter."
        ),
        questions=("war_length",),
        make=plots.means,
    ),
    Plot(
        name="war_endless",
        title="Deals that never end",
        caption=(
            "The share of deals that never end if won cards are always picked up in the same "
            "order: the winner's first, the loser's first, those of player A first, or A's and B's "
            "in turn. First by the cards face down in a war, of random deals, with one standard "
            "error. Then of a few cards that are all different, of which all deals were counted, "
            "and of more of them with the winner's first: some deal is endless unless the number "
            "is 2^k or 3 x 2^k."
        ),
        questions=("war_endless",),
        make=further.endless_by_deck,
    ),
    Plot(
        name="war_aces",
        title="What the aces are worth",
        caption=(
            "How often A wins, with 95% intervals, and how long a game lasts, by the number "
            "of aces that A was dealt. Then how often A wins with nothing but the aces."
        ),
        questions=("war_aces",),
        make=further.worth,
    ),
)

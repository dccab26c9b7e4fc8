"""What the notebook left open about the Devil's coins, and the answers."""

from __future__ import annotations

from sweepstake.puzzle.display import Finding

FINDINGS = (
    Finding(
        asked=(
            "Is there no plan for 9, 10, 11, ... coins? The notebook could not finish its search "
            "and puts 9 coins at 20 million minutes."
        ),
        answer=(
            "There is none, for any number of coins that is not a power of two. The search itself "
            "ends at once: with 9 coins only 2 beliefs can be met. For every such number up to 15 "
            "the states where the Devil can stay for ever are listed with its answer to every "
            "move, and the list is checked by code of its own. The general proof is short, and "
            "its Devil only chooses between two turns."
        ),
        shown_by="results/tables/coins_devil.csv",
    ),
    Finding(
        asked="Is there a plan for 16 coins, of 65,535 moves? For 32, 64, any power of two?",
        answer=(
            "Yes. The plan is played in the rhythm of a ruler's marks with as many different moves "
            "as coins, read off Pascal's triangle modulo 2. For 16 coins it was followed with "
            "everything the player may be facing, all 65,535 moves. For 32 and 64 coins it has a "
            "certificate of a few sums, and the proof holds for every power of two."
        ),
        shown_by="results/tables/coins_ruler.csv",
    ),
    Finding(
        asked="Could a plan be shorter than 2^N - 1 moves?",
        answer=(
            "No: against a Devil that never turns the table, the moves so far must have summed up "
            "to each of the 2^N - 1 other states. Wherever there is a plan, the shortest has "
            "exactly that many moves, and the search agrees up to 8 coins."
        ),
        shown_by="results/tables/coins_verdict.csv",
    ),
    Finding(
        asked="The notebook's search for 8 coins takes 71 seconds. Can it be faster?",
        answer=(
            "A belief held as the bits of one number, and a move as a row of such numbers, make it "
            "a sixth of a second: fewer than 3,000 beliefs are met. 12 coins take half a second."
        ),
        shown_by="results/tables/coins_verdict.csv",
    ),
    Finding(
        asked="What if the coins are dials with more than two faces?",
        answer=(
            "There is a plan exactly if the numbers of dials and of faces are powers of the same "
            "prime (or there is a single dial), as Bar Yehuda, Etzion and Moran proved in 1993; "
            "it takes one move fewer than there are states, 26 for 3 dials of 3 faces. Search, the "
            "Devil's closed set and the construction agree on every point of the plane that they "
            "can reach."
        ),
        shown_by="results/tables/coins_plane.csv",
    ),
    Finding(
        asked="Does it help the player to see, or the Devil to turn the table further?",
        answer=(
            "Neither. The states from which a seeing player can win are those from which a "
            "blindfolded one can, and a Devil that leaves the table or turns it by one position "
            "holds every other."
        ),
        shown_by="results/tables/coins_devil.csv",
    ),
    Finding(
        asked="How many moves does the plan need if the Devil turns at random?",
        answer=(
            "Every number from 0 to 2^N - 1 is equally likely, whatever a Devil does that does not "
            "look: turning at random is no worse for the player than not turning at all. The mean "
            "is half the guarantee."
        ),
        shown_by="results/tables/coins_moves.csv",
    ),
)

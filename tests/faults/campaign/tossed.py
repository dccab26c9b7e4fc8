"""A puzzle of large answers and of very many trials; its file is edited while a run is on."""

from math import comb

import numpy as np

from sweepstake.core.stream import generator
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question

FIRST = 0
"""The number of the first face, and the heads that are counted before the first toss."""


def faces(faces):
    return dict.fromkeys(range(FIRST, FIRST + faces), 1)


def rolled(stream, trials, faces):
    counts = np.bincount(generator(stream).integers(0, faces, trials), minlength=faces).tolist()
    return dict(enumerate(counts, FIRST))


def heads(coins):
    return {FIRST + heads: comb(coins, heads) for heads in range(coins + 1)}


def tossed(stream, trials, coins):
    """Toss `coins` coins in each trial, which is a random byte: 10**9 take some seconds."""
    tosses = np.frombuffer(generator(stream).bytes(trials), np.uint8) >> (8 - coins)
    shown = dict.fromkeys(heads(coins), 0)
    for byte, count in enumerate(np.bincount(tosses).tolist()):
        shown[FIRST + byte.bit_count()] += count
    return shown


FACES = Question(
    name="tossed_face",
    text="Which face does a die show?",
    parameters=(Parameter("faces", "number of faces", 2, 50_000),),
    outcomes=(Column("face", "int", "the face that it shows"),),
    methods={
        "exact": Method(faces, "exact"),
        "simulate": Method(rolled, "sampled", lambda faces: 1e-8),
    },
)
HEADS = Question(
    name="tossed_heads",
    text="How many coins show heads?",
    parameters=(Parameter("coins", "number of coins", 1, 8),),
    outcomes=(Column("heads", "int", "coins that show heads"),),
    methods={
        "exact": Method(heads, "exact"),
        "simulate": Method(tossed, "sampled", lambda coins: 2e-9),
    },
)
PUZZLE = Puzzle("tossed", (FACES, HEADS))

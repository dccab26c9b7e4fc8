"""Chutes and Ladders. Althoen, King and Schilling, The Mathematical Gazette 77, 1993."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, ListOf, Parameter, Published, Puzzle

JUMPS = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67}
JUMPS |= {56: 53, 62: 19, 64: 60, 71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}
BOARDS = {
    "milton": [JUMPS.get(square, square) for square in range(1, 101)],
    "plain": range(1, 101),
    "small": [1, 7, 3, 4, 2, 6, 7, 1, 9],
}


def chutes_moves(draw: Draw, board: tuple[int, ...]) -> int:
    """How many moves does it take to the last square?"""
    square = moves = 0
    while square < len(board):
        to = square + draw.die(6)
        if to <= len(board):  # else the pawn stays
            square = board[to - 1]
        moves += 1
    return moves


def objection(board: tuple[int, ...]) -> str | None:
    """The last square is the goal, and no square leads beyond it."""
    if board[-1] != len(board) or max(board) > len(board):
        return f"board has {len(board)} squares; allowed: none leads beyond, the last to itself"
    return None


SQUARES = Parameter("board", "where each square leads, from the first on", 1, 200)
PARAMETERS = (ListOf(SQUARES, longest=200, named=BOARDS, default="milton"),)
MOVES = (Column("moves", "int", "moves to the last square"),)
MEAN = (Published({"board": "milton"}, mean="39.2251", method="states"),)
SMALL = ({"board": "small"}, {"board": "milton"})
GAME = Game(chutes_moves, PARAMETERS, MOVES, (), {}, objection, SMALL, published=MEAN)
PUZZLE = Puzzle("chutes", (GAME,), title="Chutes and Ladders", source="Althoen et al., 1993")

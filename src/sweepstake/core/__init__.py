"""The mathematics and the kernels that all puzzles share. It knows no game, file or cluster."""

"""The mathematics and the kernels that all puzzles share. It uses no games, files or clusters."""

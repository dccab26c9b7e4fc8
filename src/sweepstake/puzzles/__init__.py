"""The built-in puzzles, one folder each; `sweepstake.puzzle.register` knows them by name."""

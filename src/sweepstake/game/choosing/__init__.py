"""The player of a game: best play with its proof, and strategies."""

"""Shows of a game: one play draw by draw, what the rewriting found, and the chain of states."""

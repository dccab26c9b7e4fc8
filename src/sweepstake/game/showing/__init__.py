"""Listings of a game: one play draw by draw, and the chain of states."""

"""Plays in bulk: a function translated for Numba, or played in plain Python."""

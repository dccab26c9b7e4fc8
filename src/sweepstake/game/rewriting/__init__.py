"""Rewrites a game's function so that a play can be resumed before its next draw."""

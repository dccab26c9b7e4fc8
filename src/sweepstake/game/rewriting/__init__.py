"""Rewriting a game's function so that it can be taken up again where chance comes next."""

"""Checks of a game's function: the closed list, classes, sets, outcomes, endless loops."""

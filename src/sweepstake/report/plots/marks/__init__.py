"""Marks: each draws the numbers of a panel in its axes."""

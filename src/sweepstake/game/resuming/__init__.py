"""Turns blocks into a function whose plays can be resumed: live variables, totals, code."""

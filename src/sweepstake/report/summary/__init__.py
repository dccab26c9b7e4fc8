"""Answers summed up: one row for each point and method."""

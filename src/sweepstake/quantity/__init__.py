"""Rows of answers as typed numbers with their intervals: the only place that makes them."""

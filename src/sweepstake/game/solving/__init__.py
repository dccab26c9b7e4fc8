"""Finds the states of a function whose plays can be resumed, and computes answers from them."""

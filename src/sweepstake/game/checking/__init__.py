"""Checks that a function can be rewritten: the closed list, and checks while it runs."""

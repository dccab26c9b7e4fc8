"""What values are, for compiled exploring: each expression has one kind."""

from __future__ import annotations

from fractions import Fraction

INT, BOOL, TEXT, TUPLE, TEXTS, RATIO, NONE, UNKNOWN = (
    *("int", "bool", "text", "tuple", "texts", "ratio", "none", "unknown"),
)
NUMBERS = (INT, BOOL, UNKNOWN)
SIMPLE = (INT, BOOL, TEXT)
KINDS = {int: INT, bool: BOOL, str: TEXT, Fraction: RATIO}
LISTS, ROWS, DECKS, SHUFFLED = (
    {of: f"{name} of {of}" for of in (*SIMPLE, UNKNOWN)}
    for name in ("list", "row", "deck", "shuffled cards")
)
"""Kinds by what lies in them, of which nothing is known if they are empty.

A row is a tuple in a variable. All of them are lists of whole numbers when compiled.
"""
HOLDING = (LISTS, ROWS, DECKS, SHUFFLED)
OF = {TUPLE: INT, TEXTS: TEXT, UNKNOWN: UNKNOWN}
OF |= {kind: of for kinds in (LISTS, ROWS) for of, kind in kinds.items()}
"""What lies in a sequence."""
CARDS = {kind: of for kinds in (DECKS, SHUFFLED) for of, kind in kinds.items()}
WITHIN = OF | CARDS
"""What lies in a sequence, or in cards."""
Typed = tuple[str, str]
"""The kind of an expression, and its text."""

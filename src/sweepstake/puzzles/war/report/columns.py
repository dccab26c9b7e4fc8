"""The columns of the tables, in their order, and how each is printed."""

from __future__ import annotations

DECK = {"ranks": "", "suits": ""}
GAME = {**DECK, "down": ""}
SWEPT = {
    **DECK, "cards": "", "probability": ".6g", "log10 probability": ".4f",
    "by A, once in (games)": ",.10g", "by either player, once in (games)": ",.11g",
    "independent battles": ".6g", "independent / exact": ".6f", "simulated sweeps": ",.0f",
    "simulated deals": ",.0f", "95% from": ".6g", "95% to": ".6g", "methods that agree": "",
}  # fmt: skip
BRUTE = {**DECK, "brute force": ".5f", "abstract decks": ".5f", "difference": ".1g", "exact": ""}
RUSH = {
    **GAME, "reading": "", "event": "", "probability": ".6g", "once in (games)": ",.7g",
    "simulated deals": ".6g", "standard error (deals)": ".2g", "games": ",.0f",
    "whole games": ".6g", "standard error (games)": ".2g",
    "whole games off by (standard errors)": "+.1f", "exact": "",
}  # fmt: skip
LENGTH = {
    **GAME, "method": "", "games": ",.0f", "mean (plays)": ",.4f", "sd (plays)": ",.3f",
    "standard error of the mean": "", "min": ",.0f", "5%": ",.0f", "25%": ",.0f",
    "median": ",.0f", "75%": ",.0f", "95%": ",.0f", "max": ",.0f", "mode": ",.0f",
    "A wins": ".5f", "B wins": ".5f", "tie": ".5f",
}  # fmt: skip
CHAIN = {
    **GAME, "cards": "", "chain mean (plays)": ".9f", "simulated mean (plays)": ".5f",
    "standard error (plays)": "", "off by (standard errors)": "+.2f", "chi-square p": ".3f",
    "games": ",.0f", "fair walk (plays)": ",.0f",
}  # fmt: skip
ENDLESS = {
    **GAME, "order": "", "deals": "", "A wins": ".6f", "B wins": ".6f", "tie": ".6f",
    "endless": ".6f", "endless, exactly": "", "95% from": ".6f", "95% to": ".6f",
    "methods that agree": "",
}  # fmt: skip
ACES = {
    **GAME, "hands": "", "aces": "", "method": "", "deals with so many": ".5f", "A wins": ".5f",
    "standard error": ".5f", "B wins": ".5f", "tie": ".5f", "mean (plays)": ".2f",
    "games": ",.0f",
}  # fmt: skip
USUAL_SUITS, USUAL_DOWN = 4, 3
"""Of the deck that most people play with, and of the usual rules."""

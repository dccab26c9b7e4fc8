"""The columns of the tables, in their order, and how each is printed."""

from __future__ import annotations

WIN = {
    "n": "", "states": "", "P(all right)": ".6g", "log10 P": ".4f", "P(n+1) / P(n)": ".10f",
    "0.725^(n-2)": ".4g", "difference": ".0%", "0.75^(n-2)": ".4g", "exact": "",
}  # fmt: skip
FITTED = {
    "method": "", "from n": "", "to n": "", "points": "", "L fitted": ".12f",
    "L predicted": ".12f", "L residual": ".1e", "a fitted": ".8f", "a predicted": ".8f",
    "a residual": ".1e", "C fitted": ".6f", "largest residual": ".1e",
}  # fmt: skip
STREAK = {
    "n": "", "method": "", "rows": "", "mean (guesses)": ".6f", "standard error (guesses)": "",
    "sd (guesses)": ".4f", "P(none)": ".5f", "P(all)": ".4g",
}  # fmt: skip

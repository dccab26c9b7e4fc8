"""The columns of the tables, in their order, and how each is printed."""

from __future__ import annotations

POINT = {"coins": "", "faces": ""}
FOUND = {"plan exists": "", "shortest plan (moves)": ",", "methods that agree": ""}
VERDICT = {
    "coins": "", "sequences up to rotation": ",", "plan exists": "", "shortest plan (moves)": ",",
    "beliefs met": ",", "methods that agree": "",
}  # fmt: skip
PLANE = {**POINT, "states": ",", "states up to rotation": ",", **FOUND}
RULER = {
    "coins": "", "moves in the plan": ",", "different moves": "", "sums in the certificate": "",
    "certificate holds": "", "followed to the end": "",
}  # fmt: skip
DEVIL = {
    **POINT, "states": ",", "states the Devil holds": ",", "states a seeing player wins": ",",
    "rounds": "", "answers in the certificate": ",", "largest turn (positions)": "",
    "certificate holds": "",
}  # fmt: skip
MOVES = {
    "coins": "", "guarantee (moves)": ",", "mean (moves)": ",.1f", "sd (moves)": ",.3f",
    "P(done within half)": ".4f", "largest difference from equally likely": ".1g",
    "simulated games": ",", "simulated mean (moves)": ",.3f",
    "standard error of the mean": ".2g", "off by (standard errors)": "+.2f",
}  # fmt: skip
PLANS = {"coins": "", "shortest plan (moves)": ",", "plans": "", "methods that agree": ""}

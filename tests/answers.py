"""Answers to a question as a sweep stores them, for what is made of them."""

import pandas as pd

import sweepstake
from sweepstake.puzzle import register


def frame(question, *asked, trials=None):
    """The answers to (method, values of parameters); methods that draw take so many trials."""
    asks, parts = register.question(question), []
    for method, *values in asked:
        params = dict(zip(asks.parameter, values, strict=False))
        drawn = trials if asks.method(method).draws else None
        part = sweepstake.answer(question, method=method, trials=drawn, **params)
        parts.append(part.astype({"count": "Int64", "trials": "Int64", "standard_error": float}))
    return pd.concat([part for part in parts if len(part)] or parts[:1], ignore_index=True)

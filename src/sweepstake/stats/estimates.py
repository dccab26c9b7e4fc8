"""Estimates from random trials: probabilities, their standard errors and intervals."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.stats import interval


def counted(table: pa.Table) -> pa.Table:
    """`table` with estimates; it has, by outcome, the `count` of `trials` that ended so."""
    count, trials = table["count"].to_numpy(), table["trials"].to_numpy()
    share = np.divide(count, trials)
    error = np.sqrt(share * (1 - share) / trials)
    return _estimated(table, share, error, *interval.of_counts(count, trials))


def weighed(table: pa.Table) -> pa.Table:
    """`table` with estimates in place of the sums of weights of `trials` that it has by outcome.

    The standard error is missing for a single trial, and for an outcome that was not met.
    """
    weight, spread = table["weight"].to_numpy(), table["spread"].to_numpy()
    trials = table["trials"].to_numpy()
    mean = np.divide(weight, trials)
    known = (trials > 1) & (weight != 0.0)
    error = np.where(known, spread / np.sqrt(trials * np.maximum(trials - 1.0, 1.0)), np.nan)
    table = table.drop_columns(["weight", "spread"])
    return _estimated(table, mean, error, *interval.of_means(mean, error, trials))


def _estimated(
    table: pa.Table, probability: interval.Numbers, *others: interval.Numbers
) -> pa.Table:
    table = table.append_column("probability", pa.array(probability, pa.float64()))
    positive = pa.array(probability, pa.float64(), mask=probability <= 0.0)
    table = table.append_column("log10_probability", pc.log10(positive))
    for name, values in zip(("standard_error", "low", "high"), others, strict=True):
        table = table.append_column(name, pa.array(values, pa.float64(), from_pandas=True))
    return table

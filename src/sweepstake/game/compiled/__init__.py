"""Games played by compiled code: the only part of `sweepstake.game` that knows numba."""

"""Exact odds and large simulations for games of chance, swept over their parameters."""

"""Deterministic War: after the deal nothing is random; won cards are picked up in a fixed order."""

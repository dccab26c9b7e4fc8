"""From points to chunks, and what of them is missing from the store."""

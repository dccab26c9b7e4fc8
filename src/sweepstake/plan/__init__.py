"""From points to chunks, and which chunks are missing from the store."""

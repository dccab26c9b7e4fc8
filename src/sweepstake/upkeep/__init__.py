"""Looking after stored results: what is done, taken over, removed, or damaged."""

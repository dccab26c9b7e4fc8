"""The default table and plot of a question, for puzzles that don't declare them."""

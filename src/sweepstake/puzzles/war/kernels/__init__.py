"""The compiled game: plays many games side by side, with battles in blocks."""

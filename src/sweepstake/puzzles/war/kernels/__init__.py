"""The compiled game: many of them side by side, battles by the block."""

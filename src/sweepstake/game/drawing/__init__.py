"""What a play draws: dice, cards, and the values that it keeps."""

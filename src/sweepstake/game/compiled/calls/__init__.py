"""Functions that compiled plays call: draws, cards, whole numbers, texts, counting outcomes."""

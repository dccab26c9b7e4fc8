"""What compiled plays call: draws, cards, whole numbers, texts, and how outcomes are counted."""

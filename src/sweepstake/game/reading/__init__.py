"""What a function may do, and why it is refused: its text, its outside, its sets."""

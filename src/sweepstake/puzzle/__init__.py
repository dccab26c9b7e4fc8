"""What a puzzle is: its questions, what it shows, the register, and what an answer depends on."""

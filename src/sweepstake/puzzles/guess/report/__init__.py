"""What the guess room shows. Nothing here computes an answer, so a change recomputes none."""

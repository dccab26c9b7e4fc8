"""What the coins room shows. Nothing here computes an answer, so a change recomputes none."""

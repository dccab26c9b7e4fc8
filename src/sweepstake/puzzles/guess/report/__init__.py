"""What the guess puzzle shows. Nothing here computes an answer, so a change recomputes none."""

"""What the hands puzzle shows. Nothing here computes an answer, so a change recomputes none."""

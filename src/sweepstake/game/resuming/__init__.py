"""From blocks to a function that can be taken up again: what is alive, totals, code."""

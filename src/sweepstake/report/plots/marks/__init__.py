"""The marks of charts; each module draws some kinds of marks in the axes of a panel."""

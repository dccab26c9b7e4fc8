"""The Devil's game if the Devil may use any group of permutations of the positions."""

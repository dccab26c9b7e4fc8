"""The Devil's game with other moves for the Devil: any group of permutations of the positions."""

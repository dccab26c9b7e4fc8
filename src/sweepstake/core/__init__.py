"""What puzzles stand on: mathematics, kernels, words. It knows no game and no cluster."""

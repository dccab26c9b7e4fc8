"""What everything stands on: mathematics, kernels, words. It knows no game and no cluster."""

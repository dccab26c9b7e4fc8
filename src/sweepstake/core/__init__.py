"""Mathematics that knows no game, no file and no cluster."""

"""War without chance after the deal: won cards are picked up in a fixed order."""

"""From a function that can be taken up again to its states, and from these to answers."""

"""The draws of a play: dice, weighted choices and cards; and the keys of its stored values."""

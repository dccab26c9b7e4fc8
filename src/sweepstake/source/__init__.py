"""What a puzzle's answers depend on: its own copy, and `sweepstake.core`.

A puzzle is a file or a folder. Sweepstake runs a copy of it, named by the hash of its bytes, so
files beside the puzzle are absent there, and two versions can stand side by side in one process.
"""

"""What source a result depends on, told from texts and as hashes: nothing is imported for it.

How it is told is no part of any hash.
"""

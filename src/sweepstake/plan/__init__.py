"""What a sweep asks for, and what of it is missing.

`chunks` cuts points into chunks and looks them up in the store. `plan` adds the points that are
simulated until they are good enough. `why` says why chunks are missing; for that it keeps hashes of
source files in the store. No answer is written here.
"""

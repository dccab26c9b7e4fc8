"""What stands on disk: the point store, and the tables made from it.

results/.points/{question}/*.parquet   what tasks leave as they finish, several pieces a file
results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
results/runs/{sweep}.parquet           who computed what, when and with which versions
results/failures/{sweep}.parquet       the points that raised, with their tracebacks
"""

"""The only folder that knows the files of results.

results/.points/{question}/*.parquet   shards: what tasks leave as they finish, one row a chunk
results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
results/runs/{sweep}.parquet           who computed what, when and with which versions
results/failures/{sweep}.parquet       the points that raised, with their tracebacks
"""

"""The only folder that reads and writes the files of results.

results/.points/{question}/{method}-{source}-{seed}/*.parquet
                                       shards: files of chunks, one row a chunk, named by their
                                       bytes
results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
results/runs/{sweep}.parquet           who computed what, when and with which versions
results/failures/{sweep}.parquet       the points that failed, with their tracebacks
"""

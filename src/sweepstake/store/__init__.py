"""The only folder that knows the files of results.

results/.points/{question}/*.parquet   shards: files of chunks, one row a chunk, one file a task or
                                       many small ones merged; Dask's configuration may name
                                       another place, or a URI
results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
results/runs/{sweep}.parquet           who computed what, when and with which versions
results/failures/{sweep}.parquet       the points that failed, with their tracebacks
"""

"""What is stored: the only folder that reads and writes the files of results.

`writer` adds the answers of a run to `shards`, as `rows` of `parquet` files. `compaction` merges
small shards, `export` makes a sweep's table of shards, and `tables` and `points` read that. `files`
writes each file whole or not at all, and `columns` computes with columns of Arrow.

results/.points/{question}/{method}-{source}-{seed}/*.parquet
                                       shards: files of chunks, one row a chunk, named by their
                                       bytes
results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
results/runs/{sweep}.parquet           who computed what, when and with which versions
results/failures/{sweep}.parquet       the points that failed, with their tracebacks
"""

"""One execution of a sweep.

What is asked: `config` lists the points, and `plan.chunks` cuts them into chunks.
What is stored: the shards of `store.shards`.
What is missing: `plan.plan` compares the two.
Who computes: `task` puts missing chunks together, and a worker does a task in its `child`, where
`serve` calls the methods. Workers are those of `cluster`, or `threads` of this process. Work of a
few seconds is done by the run's own thread and its child.
Who writes: only `compute`, which hands what tasks return to `store.writer`. It plans again until
nothing is missing, and then has `store.export` write the table.

The other modules: `chunk` has limits and failures, `channel` the messages to a child, `lock` keeps
runs apart, `progress` tells how far a run is and `pace` how long it will take. `remote` and `local`
compute functions that exist only in a user's process, such as a notebook.
"""

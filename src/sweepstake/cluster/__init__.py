"""Who computes: the only folder that knows Dask.

`settings` reads Dask's configuration, `client` opens the cluster that it names, and `tasks` hands
tasks to its workers and brings their results back. Of a task it knows only its size, its cost and
its method.
"""

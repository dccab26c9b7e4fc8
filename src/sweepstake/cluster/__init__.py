"""The only folder that knows Dask: its configuration, a client, tasks on workers."""

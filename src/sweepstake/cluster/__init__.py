"""The only folder that knows Dask: where tasks run, and which workers may run them."""

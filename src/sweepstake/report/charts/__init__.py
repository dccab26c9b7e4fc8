"""Numbers as charts: the only folder that knows Matplotlib."""

"""The report of a finished run: checks, tables, plots and findings."""

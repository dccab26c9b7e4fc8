"""What a finished run shows: checks, tables, plots and findings."""

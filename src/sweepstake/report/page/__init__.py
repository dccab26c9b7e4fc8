"""The report: one page that opens on the findings and shows every table, plot, check and run."""

"""The report: one page with the answers, findings, tables, plots, checks and versions."""

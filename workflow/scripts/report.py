"""The page that shows every table, plot, check and run."""

from sweepstake.report import job

job.report(snakemake.config, snakemake.output[0])  # noqa: F821

"""What the sources left open or got wrong, from every room."""

from sweepstake.report import job

job.findings(snakemake.config, snakemake.output.csv, snakemake.output.markdown)  # noqa: F821

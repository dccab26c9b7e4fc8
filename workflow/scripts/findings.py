"""What the sources left open or got wrong, from every puzzle."""

from sweepstake.report import job

job.findings(snakemake.config, snakemake.output.csv, snakemake.output.markdown)  # noqa: F821

"""One table, as CSV and as Markdown."""

from sweepstake.report import job

job.table(
    snakemake.config,  # noqa: F821
    snakemake.wildcards.table,  # noqa: F821
    snakemake.output.csv,  # noqa: F821
    snakemake.output.markdown,  # noqa: F821
)

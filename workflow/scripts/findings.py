"""What the sources left open or got wrong, from every puzzle."""

from sweepstake.report import job

job.findings(
    snakemake.config,  # noqa: F821
    snakemake.output.csv,  # noqa: F821
    snakemake.output.markdown,  # noqa: F821
    snakemake.params.shown,  # noqa: F821
)

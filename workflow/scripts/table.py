"""One table, as CSV, as Markdown, and as the report shows it."""

from sweepstake.report import job
from sweepstake.run.stop import stoppable

with stoppable():
    job.table(
        snakemake.config,  # noqa: F821
        snakemake.wildcards.table,  # noqa: F821
        snakemake.output.csv,  # noqa: F821
        snakemake.output.markdown,  # noqa: F821
        snakemake.output.shown,  # noqa: F821
        snakemake.params.about["code"],  # noqa: F821
    )

"""What the sources left open or got wrong, from every puzzle."""

from sweepstake.report import job
from sweepstake.run.stop import stoppable

with stoppable():
    job.findings(
        snakemake.config,  # noqa: F821
        snakemake.output.csv,  # noqa: F821
        snakemake.output.markdown,  # noqa: F821
        snakemake.params.shown,  # noqa: F821
    )

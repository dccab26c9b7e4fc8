"""The page that shows every table, plot, check and run."""

from pathlib import Path

from sweepstake.plan.stale import note_shown
from sweepstake.report import job
from sweepstake.run.stop import stoppable

with stoppable():
    job.report(snakemake.config, snakemake.output.page, snakemake.params.shown)  # noqa: F821
    note_shown(snakemake.params.noted, Path(snakemake.output.noted))  # noqa: F821

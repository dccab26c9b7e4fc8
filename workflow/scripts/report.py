"""The page that shows every table, plot, check and run."""

from pathlib import Path

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.stale import note_shown
from sweepstake.snakemake.stop import stoppable

with stoppable():
    artefacts.report(snakemake.config, snakemake.output.page, snakemake.params.shown)  # noqa: F821
    note_shown(snakemake.params.noted, Path(snakemake.output.noted))  # noqa: F821

"""The page that shows every table, plot, check and run."""

from pathlib import Path

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.script import script
from sweepstake.snakemake.stale import note_shown

with script():
    artefacts.report(snakemake.config, snakemake.output.page, snakemake.params.shown)  # noqa: F821
    note_shown(snakemake.params.noted, Path(snakemake.output.noted))  # noqa: F821

"""Each number compared with the same number found another way; a check that fails stops the run."""

import sys
from pathlib import Path

from sweepstake.plan.stale import note_shown
from sweepstake.report import job

note_shown(snakemake.params.shown, Path(snakemake.output.shown))  # noqa: F821
sys.exit(
    job.check(
        snakemake.config,  # noqa: F821
        snakemake.output.checks,  # noqa: F821
        snakemake.output.coverage,  # noqa: F821
        snakemake.log[0],  # noqa: F821
        snakemake.params.shown,  # noqa: F821
    )
)

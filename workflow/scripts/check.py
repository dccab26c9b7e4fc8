"""Every number against another way to it; a check that fails stops the run."""

import sys

from sweepstake.report import job

sys.exit(job.check(snakemake.config, snakemake.output[0], snakemake.log[0]))  # noqa: F821

"""Each number compared with the same number found another way; a check that fails stops the run."""

import sys

from sweepstake.report import job

sys.exit(job.check(snakemake.config, *snakemake.output, snakemake.log[0]))  # noqa: F821

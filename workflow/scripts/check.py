"""Each number compared with the same number found another way; a check that fails stops the run."""

import sys

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.script import script

with script():
    sys.exit(
        artefacts.check(
            snakemake.config,  # noqa: F821
            snakemake.output.checks,  # noqa: F821
            snakemake.output.coverage,  # noqa: F821
            snakemake.log[0],  # noqa: F821
            snakemake.params.shown,  # noqa: F821
        )
    )

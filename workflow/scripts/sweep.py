"""One sweep: Dask computes what is missing, and the table is made from what is stored."""

import sys

from sweepstake.snakemake.sweep import run

if __name__ == "__main__":  # worker processes import this file again
    sys.exit(
        run(
            snakemake.config,  # noqa: F821
            snakemake.wildcards.sweep,  # noqa: F821
            snakemake.output.data,  # noqa: F821
            snakemake.threads,  # noqa: F821
            snakemake.log[0],  # noqa: F821
        )
    )

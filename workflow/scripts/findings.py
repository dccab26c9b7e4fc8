"""What the sources left open or got wrong, from every puzzle."""

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.script import script

with script():
    artefacts.findings(
        snakemake.config,  # noqa: F821
        snakemake.output.csv,  # noqa: F821
        snakemake.output.markdown,  # noqa: F821
        snakemake.params.shown,  # noqa: F821
    )

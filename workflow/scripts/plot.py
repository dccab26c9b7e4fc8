"""One plot, as SVG and as PNG."""

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.script import script

with script():
    artefacts.plot(
        snakemake.config,  # noqa: F821
        snakemake.wildcards.plot,  # noqa: F821
        snakemake.output.svg,  # noqa: F821
        snakemake.output.png,  # noqa: F821
        snakemake.params.about["code"],  # noqa: F821
    )

"""One table, as CSV, as Markdown, and as the report shows it."""

from sweepstake.snakemake import artefacts
from sweepstake.snakemake.script import script

with script():
    artefacts.table(
        snakemake.config,  # noqa: F821
        snakemake.wildcards.table,  # noqa: F821
        snakemake.output.csv,  # noqa: F821
        snakemake.output.markdown,  # noqa: F821
        snakemake.output.shown,  # noqa: F821
        snakemake.params.about["code"],  # noqa: F821
    )

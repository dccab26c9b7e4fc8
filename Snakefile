"""Sweepstake: from config/config.yaml to checked tables, plots and a report. See README.md."""

from pathlib import Path

from snakemake.utils import validate

from sweepstake.config.file import located
from sweepstake.config.spec import sweeps
from sweepstake.plan.chunks import identity
from sweepstake.report.contents import contents
from sweepstake.snakemake import arguments
from sweepstake.snakemake.dates import settle
from sweepstake.snakemake.stale import ALL, NOTE, reshown_files, stale_files
from sweepstake.snakemake.stop import tell_scripts_when_told

CONFIG = Path(workflow.basedir) / "config/config.yaml"
MODULE = not workflow.modifier.is_main_snakefile()  # but used by another, with its config
CONFIGS = [] if MODULE else [Path(c) for c in workflow.overwrite_configfiles or [CONFIG]]

with arguments.in_one_line():
    arguments.check(CONFIGS)

if CONFIGS == [CONFIG]:  # --configfile replaces the config instead of mixing in

    configfile: CONFIG


with arguments.in_one_line():
    config.update(located(config, [path.parent for path in CONFIGS]))
    CONTENTS = contents(config)
    POINTS = {name: identity(sweep.points) for name, sweep in sweeps(config).items()}
SHOWN = CONTENTS.shown_of(POINTS)
STALE, RESHOWN = {}, {}
if not MODULE:  # whose results stand elsewhere
    if workflow.is_main_process:  # not a job elsewhere, whose clock is another
        settle(Path("results"))
    STALE = stale_files(POINTS, Path("results"), Path(".snakemake/sweepstake/asked"))
    RESHOWN = reshown_files(
        SHOWN, CONTENTS.made_of, Path("results"), Path(".snakemake/sweepstake/shown")
    )
validate(config, "workflow/schemas/config.schema.yaml")


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/sweep.smk"
include: "workflow/rules/check.smk"
include: "workflow/rules/table.smk"
include: "workflow/rules/plot.smk"
include: "workflow/rules/report.smk"


if not MODULE:

    include: "workflow/rules/start.smk"


rule all:
    default_target: True
    input:
        expand("results/data/{sweep}.parquet", sweep=CONTENTS.sweeps),
        "results/checks.csv",
        "results/tables/findings.csv",
        "results/report.html",
        expand("results/tables/{table}.csv", table=CONTENTS.tables),
        expand("results/plots/{plot}.svg", plot=CONTENTS.plots),

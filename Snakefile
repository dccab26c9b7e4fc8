"""Sweepstake: from config/config.yaml to checked tables, plots and a report. See README.md."""

from pathlib import Path

from snakemake.utils import validate

from sweepstake.report.contents import contents
from sweepstake.sweep.config import read_config
from sweepstake.sweep.spec import sweeps
from sweepstake.sweep.stop import tell_scripts_when_told

if not workflow.overwrite_configfiles:  # --configfile replaces the config instead of mixing in

    configfile: Path(workflow.basedir) / "config/config.yaml"


try:
    for path in workflow.configfiles:
        read_config(Path(path))
    CONTENTS = contents(config)
    sweeps(config)
except ValueError as error:
    sys.exit(f"sweepstake: config: {error}")
validate(config, "workflow/schemas/config.schema.yaml")


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/sweep.smk"
include: "workflow/rules/check.smk"
include: "workflow/rules/table.smk"
include: "workflow/rules/plot.smk"


rule all:
    default_target: True
    input:
        expand("results/data/{sweep}.parquet", sweep=CONTENTS.sweeps),
        "results/checks.csv",
        "results/tables/findings.csv",
        expand("results/tables/{table}.csv", table=CONTENTS.tables),
        expand("results/plots/{plot}.svg", plot=CONTENTS.plots),

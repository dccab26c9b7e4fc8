"""Sweepstake: from config/config.yaml to checked tables, plots and a report. See README.md."""

from snakemake.utils import min_version

min_version("9.18.1")


include: "workflow/rules/common.smk"
include: "workflow/rules/sweep.smk"
include: "workflow/rules/show.smk"


report: "workflow/report/workflow.rst"


onstart:
    owner.note(workflow.configfiles)
    screen.begin(SIZES, workflow.dag.needrun_jobs(), workflow.cores or 1)


onsuccess:
    tell_answers()


onerror:
    ending.tell_of_failure(config, SIZES)


rule all:
    default_target: True
    input:
        expand("results/data/{sweep}.parquet", sweep=SWEEPS),
        expand("results/tables/{table}.{kind}", table=CONTENTS.tables, kind=["csv", "md"]),
        expand("results/plots/{plot}.{kind}", plot=CONTENTS.plots, kind=["svg", "png"]),
        "results/checks.csv",
        "results/tables/findings.csv",
        "results/tables/findings.md",
        "results/report.html",
        "results/.page/agreed",

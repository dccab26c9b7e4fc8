from pathlib import Path

from sweepstake.cluster.settings import limits, store
from sweepstake.snakemake import request

ELSEWHERE = arguments.jobs_elsewhere()  # Snakemake itself does not know yet
ASKED = {}
if ELSEWHERE:
    ASKED = request.resources(config, Path("results"), limits().seconds, store())


rule sweep:
    input:
        lambda wildcards: STALE.get(wildcards.sweep, []),
    output:
        data="results/data/{sweep}.parquet",
        runs="results/runs/{sweep}.parquet",
    log:
        "results/logs/sweep/{sweep}.log",
    params:
        spec=lookup("sweeps/{sweep}", within=config),
        seed=config.get("seed"),
        points=lookup("{sweep}", within=POINTS),
    # sweeps on this machine share a cluster; a profile says what a job of its own gets
    threads: workflow.cores if MODULE else 1
    retries: 1 if ELSEWHERE else 0 # a job may be ended too early, and goes on from there
    resources:
        **ASKED,
    script:
        "../scripts/sweep.py"

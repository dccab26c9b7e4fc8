from sweepstake.cluster.settings import limits
from sweepstake.plan import request

ASKED = {}
if not workflow.local_exec:
    ASKED = request.resources(config, Path("results"), limits().seconds)


rule sweep:
    output:
        data="results/data/{sweep}.parquet",
        runs="results/runs/{sweep}.parquet",
    log:
        "results/logs/sweep/{sweep}.log",
    params:
        spec=lookup("sweeps/{sweep}", within=config),
        seed=config.get("seed"),
        code=lookup("{sweep}", within=CONTENTS.code),
    threads: 1 # sweeps on this machine share a cluster; a profile says what a job of its own gets
    retries: 0 if workflow.local_exec else 1 # a job may be ended too early, and goes on from there
    resources:
        **ASKED,
    script:
        "../scripts/sweep.py"

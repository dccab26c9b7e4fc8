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
    threads: 1 if workflow.local_exec else workflow.cores
    script:
        "../scripts/sweep.py"

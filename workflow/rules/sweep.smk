rule sweep:
    output:
        data="results/data/{sweep}.parquet",
        runs="results/runs/{sweep}.parquet",
    params:
        asked=lambda wildcards: SWEEPS[wildcards.sweep],
    log:
        "results/logs/sweep/{sweep}.log",
    retries: 0 if workflow.local_exec else 1 # a job that is ended too early goes on where it stopped
    run:
        with sums.recorded(output):
            steps.run(
                config,
                wildcards.sweep,
                params.asked,
                output.data,
                workflow.cores if workflow.is_main_process else threads,
                log[0],
                SHOWS,
            )

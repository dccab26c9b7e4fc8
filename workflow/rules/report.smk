rule report:
    localrule: True
    input:
        expand("results/.page/{table}.json", table=CONTENTS.tables),
        expand("results/plots/{plot}.svg", plot=CONTENTS.plots),
        expand("results/runs/{sweep}.parquet", sweep=CONTENTS.sweeps),
        "results/checks.csv",
        "results/tables/coverage.csv",
        "results/tables/findings.csv",
        RESHOWN.get(ALL, []),
    output:
        page="results/report.html",
        noted=f"results/{NOTE}",
    params:
        about=CONTENTS.about,
        shown=CONTENTS.shown,
        noted=SHOWN,
    log:
        "results/logs/report.log",
    script:
        "../scripts/report.py"

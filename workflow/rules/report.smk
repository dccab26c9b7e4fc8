rule report:
    localrule: True
    input:
        expand("results/.page/{table}.json", table=CONTENTS.tables),
        expand("results/plots/{plot}.svg", plot=CONTENTS.plots),
        expand("results/runs/{sweep}.parquet", sweep=CONTENTS.sweeps),
        "results/checks.csv",
        "results/tables/coverage.csv",
        "results/tables/findings.csv",
    output:
        "results/report.html",
    params:
        about=CONTENTS.about,
        shown=CONTENTS.shown,
    log:
        "results/logs/report.log",
    script:
        "../scripts/report.py"

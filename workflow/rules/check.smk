from sweepstake.report.page.checks import COVERAGE, EVERY


rule check:
    localrule: True
    input:
        expand("results/data/{sweep}.parquet", sweep=CONTENTS.sweeps),
        RESHOWN.get(ALL, []),
    output:
        checks=report(
            "results/checks.csv", caption="../report/checks.rst", category="Checks"
        ),
        coverage=report(
            "results/tables/coverage.csv",
            caption="../report/coverage.rst",
            category="Checks",
        ),
    params:
        checks=EVERY.caption,
        coverage=COVERAGE.caption,
        shown=CONTENTS.shown,
    log:
        "results/logs/check.log",
    script:
        "../scripts/check.py"

# A rule that shows something runs alone, because Matplotlib draws in one thread at a time:
# `threads` is scaled down to all cores.
rule check:
    input:
        expand("results/data/{sweep}.parquet", sweep=SWEEPS),
    output:
        checks=report(
            "results/checks.csv", caption="../report/checks.rst", category="Checks"
        ),
        every="results/checks.parquet",
        coverage=report(
            "results/tables/coverage.csv",
            caption="../report/coverage.rst",
            category="Checks",
        ),
    params:
        shown=CONTENTS.shown,
    log:
        "results/logs/check.log",
    localrule: True
    threads: 99
    run:
        with sums.recorded(output):
            steps.check(config, output.checks, output.coverage, log[0])


def shown(artefacts, path, category, subcategory):
    """Files for Snakemake's own report, each with its title."""
    about = {"category": category, "subcategory": subcategory}
    titles = {path.format(name): one.title for name, one in artefacts.items()}
    return [report(file, labels={"shows": title}, **about) for file, title in titles.items()]


for PUZZLE in CONTENTS.puzzles:
    TABLES = CONTENTS.tables_of(PUZZLE)
    PLOTS = CONTENTS.plots_of(PUZZLE)

    rule:
        name:
            f"show_{PUZZLE.name}"
        input:
            "results/checks.csv",
            CONTENTS.files([*TABLES.values(), *PLOTS.values()]),
        output:
            shown(TABLES, "results/tables/{}.csv", PUZZLE.title, "Tables"),
            shown(PLOTS, "results/plots/{}.svg", PUZZLE.title, "Plots"),
            expand("results/tables/{table}.md", table=TABLES),
            expand("results/plots/{plot}.png", plot=PLOTS),
            expand("results/.page/{table}.json", table=TABLES),
            f"results/.page/{PUZZLE.name}.story.json",
        params:
            puzzle=PUZZLE.name,
            shown=CONTENTS.shown_of(PUZZLE),
        localrule: True
        threads: 99
        run:
            with sums.recorded(output):
                steps.show(config, params.puzzle, Path(input[0]).parent)


rule report:
    input:
        [f"results/.page/{table}.json" for table in CONTENTS.tables],
        [f"results/.page/{puzzle.name}.story.json" for puzzle in CONTENTS.puzzles],
        expand("results/runs/{sweep}.parquet", sweep=SWEEPS),
        "results/checks.csv",
        "results/checks.parquet",
        "results/tables/coverage.csv",
    output:
        page="results/report.html",
        findings=report(
            "results/tables/findings.csv",
            caption="../report/findings.rst",
            category="Findings",
        ),
        markdown="results/tables/findings.md",
    params:
        shown=CONTENTS.shown,
    localrule: True
    threads: 99
    run:
        with sums.recorded(output):
            steps.report(config, output.page, output.findings, output.markdown)


# A failed check fails the run here, after the page that shows it; the output is an empty file.
rule agree:
    input:
        checks="results/checks.parquet",
        page="results/report.html",
    output:
        "results/.page/agreed",
    localrule: True
    run:
        steps.agree(input.checks, input.page, output[0])

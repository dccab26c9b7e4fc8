rule table:
    localrule: True
    input:
        data=lookup("{table}", within=CONTENTS.table_files),
        checks="results/checks.csv",
        reshown=lambda wildcards: RESHOWN.get(f"table {wildcards.table}", []),
    output:
        csv=report(
            "results/tables/{table}.csv",
            caption="../report/artefact.rst",
            category=lookup("tables/{table}/puzzle", within=CONTENTS.about),
            subcategory="Tables",
            labels={"table": "{table}"},
        ),
        markdown="results/tables/{table}.md",
        shown="results/.page/{table}.json",
    params:
        about=lookup("tables/{table}", within=CONTENTS.about),
    log:
        "results/logs/table/{table}.log",
    script:
        "../scripts/table.py"


rule findings:
    localrule: True
    input:
        expand("results/tables/{table}.csv", table=CONTENTS.tables),
        RESHOWN.get(ALL, []),
    output:
        csv=report(
            "results/tables/findings.csv",
            caption="../report/findings.rst",
            category="Findings",
        ),
        markdown="results/tables/findings.md",
    params:
        shown=CONTENTS.shown,
    log:
        "results/logs/table/findings.log",
    script:
        "../scripts/findings.py"

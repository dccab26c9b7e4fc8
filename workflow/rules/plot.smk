rule plot:
    localrule: True
    input:
        data=lookup("{plot}", within=CONTENTS.plot_files),
        checks="results/checks.csv",
        reshown=lambda wildcards: RESHOWN.get(f"plot {wildcards.plot}", []),
    output:
        svg=report(
            "results/plots/{plot}.svg",
            caption="../report/artefact.rst",
            category=lookup("plots/{plot}/puzzle", within=CONTENTS.about),
            subcategory="Plots",
            labels={"plot": "{plot}"},
        ),
        png="results/plots/{plot}.png",
    params:
        about=lookup("plots/{plot}", within=CONTENTS.about),
    log:
        "results/logs/plot/{plot}.log",
    script:
        "../scripts/plot.py"

wildcard_constraints:
    sweep=r"[a-z][a-z0-9_]*",
    table=r"(?!(?:findings|coverage)\.)[a-z][a-z0-9_]*",
    plot=r"[a-z][a-z0-9_]*",

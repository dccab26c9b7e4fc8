"""Runs the code cells of a notebook in order, in this process: `python notebook.py NOTEBOOK`.

What the last line of a cell gives is shown as Jupyter shows it, as HTML if it has some.
"""

import ast
import json
import re
import sys
from pathlib import Path

TAGS = re.compile(r"<svg.*?</svg>|<[^>]*>", re.DOTALL)
"""Pictures, and what is no text."""


def cells(notebook):
    """The code of each cell of code."""
    read = json.loads(Path(notebook).read_text())
    return ["".join(cell["source"]) for cell in read["cells"] if cell["cell_type"] == "code"]


def run(code, names):
    """Run the code of a cell, and show what its last expression gives."""
    body = ast.parse(code).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        shown = value._repr_html_() if hasattr(value, "_repr_html_") else ""
        sys.stdout.write(f"{value}\n{TAGS.sub(' ', shown)}\n")


if __name__ == "__main__":
    names = {"__name__": "__main__"}
    for code in cells(sys.argv[1]):
        run(code, names)

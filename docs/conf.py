"""How `make docs` builds the site: the pages of this repository, as they stand, by Sphinx.

The folder that Sphinx reads is the repository itself, so that links between pages (and from
a page to a file of the source) are the same here as in the repository, and are checked.
"""

import os
import sys
from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from pygments.lexers import PythonLexer, TextLexer
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))  # what is documented is this source, installed or not
os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels are read here, not compiled

project = "Sweepstake"
author = "The Sweepstake authors"
copyright = f"2026, {author}"  # noqa: A001 - Sphinx's name

extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    *("docs/*.md", "docs/*.ipynb", "CONTRIBUTING.md", "CHANGELOG.md"),
    *("config/README.md", "results/README.md", "examples/*.md"),
]
exclude_patterns = [".*", "**/.*", "build", "docs/_build", "src", "tests"]
templates_path = ["templates"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # a notebook is shown as it was saved
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # which would be asked of the network

nitpicky = True
nitpick_ignore = [
    ("py:class", "sweepstake.core.kernels.Function"),  # any function
    ("py:class", "sweepstake.game.drawing.cards.Counts"),  # nobody makes these two
    ("py:class", "sweepstake.game.drawing.cards.Shuffled"),
    ("py:class", "sweepstake.game.reading.goals.Goal"),  # what `most` and `least` return
    ("py:class", "sweepstake.puzzle.puzzle._Questions"),  # questions, and games
]
nitpick_ignore_regex = [
    ("py:.*", r"(?!sweepstake\.).*"),  # names that are none of ours
    ("py:class", r"sweepstake\.game\..*\.T"),  # any type
]

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
default_role = "code"  # what the docstrings mean by `...`

html_theme = "furo"
html_title = "Sweepstake"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "start.html"}  # docs/_build/html/index.html leads to docs/
html_copy_source = False
html_show_search_summary = False  # summaries are asked for, which a page from a file may not do
html_math_renderer = "mathml"


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Formulas are MathML, made when the site is built; browsers show it without any script."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.add_lexer("snakemake", PythonLexer)
    app.add_lexer("anydice", TextLexer)

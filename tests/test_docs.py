"""The site that `make docs` builds: whole, its links good, and nothing in it asked of a network."""

import re
import subprocess
from html.parser import HTMLParser
from importlib import import_module
from urllib.parse import unquote, urlsplit

import pytest

from running import BUILT_IN, ROOT

PROGRAM = ROOT / ".venv-docs" / "bin" / "sphinx-build"
LOADED = ("src", "srcset", "poster", "data")
"""Attributes whose address a browser asks for by itself; and `href`, but not of a link to click."""
ELSEWHERE = re.compile(r"^\s*(\w+:)?//")
STYLE = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")


class Page(HTMLParser):
    """The names that a page has, where it links to, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loads = {""}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}
        self.loads += [given[key] for key in LOADED if given.get(key)]
        self.loads += _addresses(given.get("style") or "")
        if given.get("href"):
            (self.links if tag in ("a", "area") else self.loads).append(given["href"])


def _addresses(style):
    return [url or imported for url, imported in STYLE.findall(style)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built anew as `make docs` does; a warning is an error."""
    if not PROGRAM.exists():
        pytest.skip("Sphinx is not installed: make test-docs")
    folder = tmp_path_factory.mktemp("site")
    asked = ("--fail-on-warning", "--keep-going", "--quiet", "--conf-dir", "docs")
    places = ("--doctree-dir", folder / "doctrees", ".", folder / "html")
    built = subprocess.run(
        [PROGRAM, *asked, *places], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path.read_text()) for path in site.rglob("*.html")}


def test_no_page_and_no_style_loads_anything_from_elsewhere(site, pages):
    styles = {path: _addresses(path.read_text()) for path in site.rglob("*.css")}
    loads = styles | {path: page.loads for path, page in pages.items()}
    assert len(styles) > 1
    assert sum(map(len, loads.values())) > 100
    assert [
        (path.name, url) for path, urls in loads.items() for url in urls if ELSEWHERE.match(url)
    ] == []


def test_every_link_leads_to_a_file_of_the_site_and_a_place_in_it(pages):
    broken, followed = [], 0
    for path, page in pages.items():
        for url in (*page.links, *page.loads):
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[target].names if target in pages else {""}
            if not target.is_file() or unquote(parts.fragment) not in known:
                broken.append((path.name, url))
    assert broken == []
    assert followed > 500


def test_every_puzzle_has_a_page_which_the_first_page_leads_to(site, pages):
    first = pages[site / "docs" / "index.html"]
    for puzzle in BUILT_IN:
        assert (site / "docs" / f"{puzzle.name}.html").exists()
        assert f"{puzzle.name}.html" in first.links
    assert "docs/index.html" in pages[site / "index.html"].links


def test_words_of_all_pages_can_be_searched_without_a_server(site, pages):
    index = (site / "searchindex.js").read_text()
    for puzzle in BUILT_IN:
        assert f'"docs/{puzzle.name}"' in index
    assert '"burnsid"' in index  # of the coins' page alone; words stand without their endings
    assert "searchindex.js" in pages[site / "search.html"].loads


def test_formulas_are_part_of_the_page(site):
    text = (site / "docs" / "guess.html").read_text()
    assert text.count("<math ") > 20
    assert "$" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)


def test_the_reference_has_the_public_names(pages, site):
    names = pages[site / "docs" / "api.html"].names
    assert {"sweepstake.questions", "sweepstake.answer", "sweepstake.load"} <= names
    assert "sweepstake.testing.promises" in names
    for module in ("sweepstake.errors", "sweepstake.game", "sweepstake.puzzle"):
        assert {f"{module}.{name}" for name in import_module(module).__all__} <= names

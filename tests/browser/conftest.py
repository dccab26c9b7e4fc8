"""Chromium on the report of a real run, at the widths of a desk and of a phone."""

import shutil
from pathlib import Path

import pandas as pd
import pytest

from sweepstake.config.file import read_config
from sweepstake.snakemake import steps

CHROMIUM = shutil.which("chromium")
SIZES = {"narrow": (320, 700), "phone": (400, 800), "tablet": (768, 1024), "desk": (1280, 800)}


@pytest.fixture(scope="session")
def report(tiny):
    """The report of the tiny workflow."""
    return Path(tiny) / "results" / "report.html"


@pytest.fixture(scope="session")
def failed(tiny, root, tmp_path_factory):
    """The same if the first check of each question had failed."""
    results = tmp_path_factory.mktemp("failed") / "results"
    shutil.copytree(Path(tiny) / "results", results)
    every = pd.read_parquet(results / "checks.parquet")
    every.loc[~every.duplicated("question"), "verdict"] = "fails"
    every.to_parquet(results / "checks.parquet")
    every.to_csv(results / "checks.csv", index=False)
    files = (str(results / name) for name in ("report.html", "tables/findings.csv", "f.md"))
    steps.report(read_config(root / "config" / "tiny.yaml"), *files)
    return results / "report.html"


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="missing: make test-browser")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: make test-browser")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, report):
    """`visit(size)`: the report, opened; whatever it asks for or complains of fails the test.

    `file` is another page than that of the tiny workflow.
    """
    contexts, wrong, pages = [], [], []

    def asked(request):
        if not request.url.startswith(("data:", *pages)):
            wrong.append(f"a request for {request.url}")

    def visit(size, file=report, **how):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        contexts.append(context)
        page = context.new_page()
        page.on("request", asked)
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        pages.append(file.as_uri())
        page.goto(file.as_uri())
        return page

    yield visit
    for context in contexts:
        context.close()
    assert wrong == []

"""Chromium on the report of a real run, at the widths of a desk and of a phone."""

import shutil
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium")
SIZES = {"narrow": (320, 700), "phone": (400, 800), "tablet": (768, 1024), "desk": (1280, 800)}


@pytest.fixture(scope="session")
def report(tiny):
    """The report of the tiny workflow."""
    return Path(tiny) / "results" / "report.html"


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
    """`visit(size)`: the report, opened; whatever it asks for or complains of fails the test."""
    contexts, wrong = [], []

    def asked(request):
        if request.url != report.as_uri() and not request.url.startswith("data:"):
            wrong.append(f"a request for {request.url}")

    def visit(size, **how):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        contexts.append(context)
        page = context.new_page()
        page.on("request", asked)
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(report.as_uri())
        return page

    yield visit
    for context in contexts:
        context.close()
    assert wrong == []

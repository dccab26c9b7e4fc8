"""The page as one HTML file that loads nothing; the only module that imports Jinja2."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sweepstake.text.shown import writable

HERE = "sweepstake.report.page"


def html(page: dict[str, Any]) -> str:
    """The page in one file. Browsers run only its own script, even if a title contains another."""
    environment = Environment(
        loader=PackageLoader(HERE, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = _text("page.js")
    written = environment.get_template("page.html.jinja").render(
        page=page,
        style=Markup(_text("page.css")),  # noqa: S704
        script=Markup(script),  # noqa: S704
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )
    return writable(written)


def _text(name: str) -> str:
    return (files(HERE) / "templates" / name).read_text("utf-8")

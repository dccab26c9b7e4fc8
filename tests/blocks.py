"""The blocks of code on a page, and programs that run them as a reader would."""

import os
import re
import subprocess
import sys
from pathlib import Path

from running import ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BIN = Path(sys.executable).parent


def python(page):
    """The Python of a page, block after block."""
    return [code for kind, code in BLOCK.findall((ROOT / page).read_text()) if kind == "python"]


def texts(page):
    """What a page says that its blocks print."""
    return [text for kind, text in BLOCK.findall((ROOT / page).read_text()) if kind == "text"]


def run(command, folder):
    env = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=env)


def printed(page, folder):
    """What the Python of a page prints, run from a file: the text of a function must be there."""
    (folder / "page.py").write_text("".join(python(page)))
    ran = run([sys.executable, "-W", "error", "page.py"], folder)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout

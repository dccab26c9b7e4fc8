"""What each command may import: a prompt that answers at once imports little."""

import subprocess
import sys

import pytest

from running import ROOT

SLOW = {"dask", "distributed", "matplotlib", "numba", "numpy", "pandas", "pyarrow", "scipy"}
"""Packages that take a tenth of a second or more of processor time."""
MAY = {
    "--help": set(),
    "": set(),
    "answer --help": set(),
    "questions": {"numpy"},
    "answer war_sweep": {"numpy", "pyarrow", "pandas", "dask"},
    "answer war_sweep ranks=2..5": {"numpy", "pyarrow", "pandas", "dask"},
    "plan --config config/tiny.yaml": {"numpy", "pyarrow", "pandas", "dask"},
}


@pytest.mark.parametrize("words", MAY)
def test_what_a_command_imports(words):
    code = (
        f"import sys; from sweepstake import cli\n"
        f"try: cli.main({words.split()})\n"
        f"except SystemExit: pass\n"
        f"print(*sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    imported = {name.partition(".")[0] for name in ended.stdout.splitlines()[-1].split()}
    assert "sweepstake" in imported
    assert imported & SLOW <= MAY[words]

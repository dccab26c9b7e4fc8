"""Programs that tests run as a user would."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

GOOD = """\
seed: 1
sweeps:
  war:
    question: war_sweep
    points:
      - grid: {ranks: 2, suits: 1}
        methods: [exact]
"""
"""A config of one point."""


def snakemake(*arguments, cwd, root=ROOT, timeout=600, before=(), **environment):
    """A real Snakemake run of the workflow at `root` in the folder `cwd`.

    `before` is a command to run it by; a run that hangs is an error after `timeout` seconds.
    """
    return subprocess.run(
        [
            *before,
            sys.executable,
            "-m",
            "snakemake",
            "-s",
            root / "Snakefile",
            "--directory",
            cwd,
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        env={**os.environ, **environment},
        cwd=cwd,
    )

"""Programs that tests run as a user would."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def snakemake(*arguments, cwd, root=ROOT, **environment):
    """A real Snakemake run of the workflow at `root` in the folder `cwd`."""
    return subprocess.run(
        [
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
        env={**os.environ, **environment},
        cwd=cwd,
    )

"""The wheel has the workflow in it; everything else about the package stands in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

WORKFLOW = ("Snakefile", "config", "profiles", "workflow")


class BuildWithWorkflow(build_py):
    """Copies the workflow into the package when a wheel is built."""

    def run(self) -> None:
        """Build, and copy."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "sweepstake" / "workflow"
        target.mkdir(parents=True, exist_ok=True)
        for name in WORKFLOW:
            source = Path(__file__).parent / name
            if source.is_dir():
                shutil.copytree(source, target / name, dirs_exist_ok=True)
            else:
                shutil.copy(source, target / name)


setup(cmdclass={"build_py": BuildWithWorkflow})

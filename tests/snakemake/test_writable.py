"""A results folder that may not be written: one line from us, and only if something is to do."""

import os
import shutil
import subprocess

import pytest

from running import GOOD, snakemake
from sweepstake.snakemake import writable

RIGHTS = "dac_override,-dac_read_search,-fowner"
AS_ANYBODY = ("setpriv", f"--bounding-set=-{RIGHTS}", f"--inh-caps=-{RIGHTS}")


@pytest.fixture(scope="module")
def anybody():
    """A command by which even root may write only what its modes allow."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and there is no setpriv to give that up")
    said = subprocess.run([*AS_ANYBODY, "true"], capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.skip(f"root may write everywhere, and setpriv can't give that up: {said.stderr}")
    return AS_ANYBODY


@pytest.fixture
def run(tmp_path, anybody):
    (tmp_path / "good.yaml").write_text(GOOD)

    def run(*arguments):
        given = ("--configfile", tmp_path / "good.yaml", *arguments)
        return snakemake(*given, cwd=tmp_path, timeout=120, before=anybody)

    yield run
    subprocess.run(["chmod", "-R", "u+w", tmp_path], check=True)


def protect(path):
    subprocess.run(["chmod", "-R", "a-w", path], check=True)


def says_that_may_not_be_written(ran, path):
    assert ran.returncode == 1
    said = ran.stdout + ran.stderr
    for theirs in ("Traceback", "Write-protected", "PermissionError", "Error in rule", "localrule"):
        assert theirs not in said
    [ours] = [one for one in said.splitlines() if "sweepstake:" in one]
    assert f"sweepstake: {path} may not be written" in ours
    assert len(ours) <= 300
    return True


def test_a_folder_that_may_not_be_written_is_named_before_the_first_job(run, tmp_path):
    (tmp_path / "results").mkdir()
    protect(tmp_path / "results")
    assert says_that_may_not_be_written(run(), "results")
    (tmp_path / "results").chmod(0o755)
    (tmp_path / "results" / ".points").mkdir()
    protect(tmp_path / "results" / ".points")
    assert says_that_may_not_be_written(run(), "results/.points")


def test_a_place_where_snakemake_may_not_work_is_named(run, tmp_path):
    protect(tmp_path)
    assert says_that_may_not_be_written(run(), tmp_path)
    assert says_that_may_not_be_written(run("-n"), tmp_path)


def test_results_that_may_not_be_written_are_named_only_if_something_is_to_do(run, tmp_path):
    findings = "results/tables/findings.csv"
    again = ("--forcerun", "findings", "--", findings)
    assert run("--", findings).returncode == 0
    protect(tmp_path / "results")
    assert run("--", findings).returncode == 0
    assert says_that_may_not_be_written(run(*again), "results/tables")
    (tmp_path / "results" / "tables").chmod(0o755)
    (tmp_path / "results" / "logs" / "table").chmod(0o755)
    assert says_that_may_not_be_written(run(*again), findings)
    assert says_that_may_not_be_written(run("-n", *again), findings)


def test_what_may_be_written_is_no_obstacle(tmp_path):
    (tmp_path / "there").write_text("")
    assert writable.obstacle([tmp_path / "there", tmp_path / "new" / "folder" / "file"]) is None

"""Points that raise, kill their worker, run out of memory or never end; disks that are full."""

import json
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pandas as pd
import pytest

import waiting
from computing import run as computed
from faults.campaign import disk
from running import GOOD, ROOT, snakemake, started, sweepstake
from sweepstake.config import spec
from sweepstake.config.file import read_config

CONFIG = f"""
puzzles: [{ROOT}/tests/deadly.py]
sweeps:
  faulty:
    question: deadly_deed
    points:
      - grid: {{deed: [answers, prints, BAD]}}
        methods: [exact]
"""
LIMIT = {"DASK_SWEEPSTAKE__LIMITS__SECONDS": "2"}
CLUSTER = {
    "DASK_SWEEPSTAKE__CLUSTER__CLASS": "distributed.LocalCluster",
    "DASK_SWEEPSTAKE__CLUSTER__OPTIONS": (
        "{'n_workers': 2, 'threads_per_worker': 1, 'host': '127.0.0.1', "
        "'dashboard_address': '127.0.0.1:0', 'memory_limit': '600MB'}"
    ),
}


MILD = {
    "raises": "ArithmeticError: odd",
    "loops": "took longer than the limit of 2 s; to raise it, set DASK_SWEEPSTAKE__LIMITS__SECONDS",
    "lies": "ValueError: seen is 'seven', of type str",
    "is_dear": "predicted to take 10,000 s, over the limit of 2 s; to raise it, set ",
}
"""What each is told that leaves its worker alive."""


SEVERE = {
    "exits": "its process died (exit code 3)",
    "hoards": "its process grew over the limit of 0.48 GB; to raise it, set DASK_SWEEPSTAKE__",
    "sleeps": "took longer than the limit of 2 s",
}
"""What each is told that ends its process."""
TRIED = {"is_dear": 0, "loops": 1, "sleeps": 1}
"""How often those are tried that another attempt would cost as much time again; others twice."""


@pytest.mark.parametrize(
    ("bad", "cluster"), [(MILD, {}), pytest.param(SEVERE, CLUSTER, marks=pytest.mark.system)]
)
def test_bad_points_cost_those_points_only(tmp_path, bad, cluster):
    folder = tmp_path
    (folder / "faulty.yaml").write_text(CONFIG.replace("BAD", ", ".join(bad)))

    def run(code):
        asked = ("results/data/faulty.parquet", "--configfile", "faulty.yaml")
        return snakemake(*asked, cwd=folder, code=code, **LIMIT, **cluster)

    lines = run(code=1).stderr.splitlines()
    [summary] = [line for line in lines if line.startswith("sweepstake: faulty")]
    assert f"{len(bad)} of {2 + len(bad)} points failed" in summary
    assert any(says in summary for says in bad.values())
    assert "run again to try only these" in summary
    failures = pd.read_parquet(folder / "results/failures/faulty.parquet").to_dict("records")
    assert {failure["deed"] for failure in failures} == {*bad}
    for failure in failures:
        assert bad[failure["deed"]] in failure["error"]
        assert failure["attempts"] == TRIED.get(failure["deed"], 2)
        assert failure["deed"] != "raises" or "raise ArithmeticError" in failure["traceback"]

    shards = (folder / "results/.points").rglob("*.parquet")
    assert sum(len(pd.read_parquet(path)) for path in shards) == 2
    (folder / "faulty.yaml").write_text(CONFIG.replace(", BAD", ""))
    run(code=0)
    assert len(pd.read_parquet(folder / "results/data/faulty.parquet")) == 2
    assert not (folder / "results/failures/faulty.parquet").exists()


def test_a_point_that_fails_once_is_tried_again(tmp_path, unregistered):
    (tmp_path / "faulty.yaml").write_text(CONFIG.replace("BAD", "wavers"))
    computed(spec.sweep(read_config(tmp_path / "faulty.yaml"), "faulty"), tmp_path)
    assert len(pd.read_parquet(tmp_path / "data/faulty.parquet")) == 3


@pytest.fixture
def small_disk(tmp_path):
    """A results folder of its own small disk; unmounted afterwards."""
    with disk.small_disk(tmp_path / "results") as made:
        if not made:
            pytest.skip("mounting a small disk needs root")
        yield tmp_path / "results"


def fails(folder, *words):
    """What a run says that fails, and why, without a traceback."""
    ran = snakemake(*words, cwd=folder, code=1)
    assert "Traceback" not in ran.stderr
    return ran.stderr


@pytest.mark.system
def test_a_full_disk_stops_the_run_and_loses_nothing(tmp_path, small_disk):
    free, name = tmp_path / "free", "results/data/waits.parquet"
    free.mkdir()
    run = (name, "--configfile", tmp_path / "waits.yaml")
    (tmp_path / "waits.yaml").write_text(json.dumps(waiting.config(48)))
    assert disk.resize(small_disk, "32k")
    assert "No space left on device" in fails(tmp_path, *run)
    assert disk.resize(small_disk, "64m")
    for folder in (tmp_path, free):
        snakemake(*run, cwd=folder)
    assert (tmp_path / name).read_bytes() == (free / name).read_bytes()


def test_a_results_folder_that_cannot_be_written_is_said_so(tmp_path, small_disk):
    (tmp_path / "good.yaml").write_text(GOOD)
    assert disk.protect(small_disk)
    assert "results may not be written" in fails(tmp_path, "--configfile", "good.yaml")


def test_a_disk_that_is_full_when_results_are_shown_is_said_without_a_traceback(
    tmp_path, small_disk
):
    assert disk.resize(small_disk, "1m")
    (tmp_path / "good.yaml").write_text(GOOD)
    computed(spec.sweep(read_config(tmp_path / "good.yaml"), "war"), small_disk)
    fill = small_disk / "fill"
    with suppress(OSError), fill.open("wb", buffering=0) as file:
        while file.write(bytes(1 << 12)):
            pass
    assert "No space left on device" in fails(tmp_path, "--configfile", "good.yaml")


@pytest.fixture
def failing_disk(tmp_path):
    """A results folder on a disk of its own, and a function that has the disk fail."""
    image, results = tmp_path / "disk", tmp_path / "results"
    results.mkdir()
    with image.open("wb") as file:
        file.truncate(32 << 20)
    mount = ["mount", "-o", "loop,errors=remount-ro", image, results]
    for words in (["mkfs.ext4", "-qF", image], mount):
        if shutil.which(words[0]) is None or subprocess.run(words, check=False).returncode:
            pytest.skip("mounting a disk needs root, ext4 and loop devices")
    words = ["findmnt", "-no", "SOURCE", results]
    device = Path(subprocess.check_output(words, text=True).strip()).name
    yield results, lambda: Path(f"/sys/fs/ext4/{device}/trigger_fs_error").write_text("1")
    subprocess.run(["umount", "-l", results], check=True)


@pytest.mark.system
@pytest.mark.parametrize("run", ["sweepstake", "snakemake"])
def test_a_disk_that_fails_in_a_run_is_said_without_a_traceback(tmp_path, failing_disk, run):
    """As Linux does with a disk that fails: from then on it can only be read."""
    results, fail = failing_disk
    (tmp_path / "waits.yaml").write_text(json.dumps(waiting.config(2_000)))
    words = {
        "sweepstake": ["sweepstake.cli", "run", "waits.yaml", "-d", "."],
        "snakemake": ["snakemake", "-s", ROOT / "Snakefile", "--configfile", "waits.yaml"],
    }
    process = started("-m", *words[run], cwd=tmp_path)
    while not (stored := [*(results / ".points/waiting_heads").glob("*/*.parquet")]):
        assert process.poll() is None
        time.sleep(0.1)
    content = {path: path.read_bytes() for path in stored}
    fail()
    assert process.wait(300) == 1
    said = (tmp_path / "said").read_text()
    assert "Read-only file system" in said
    assert "make it writable or free some space" in said
    assert "Traceback" not in said
    assert all(path.read_bytes() == before for path, before in content.items())
    again = sweepstake("run", "waits.yaml", "-d", ".", cwd=tmp_path, code=1)  # of such a disk
    assert "free or mend the disk" in again.stderr
    assert "Traceback" not in again.stderr

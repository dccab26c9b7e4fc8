"""Clusters that run already, and what can be wrong with them: real schedulers and workers."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import dask
import pandas as pd
import pytest
from distributed import Client

import computing
import waiting
from running import ROOT
from sweepstake.cluster import client, settings
from sweepstake.cluster import client as batch
from sweepstake.cluster import tasks as cluster
from sweepstake.config import spec
from sweepstake.errors import ClusterError
from sweepstake.plan.chunks import cut
from sweepstake.run import compute
from sweepstake.run.chunk import Code, SourceError, configured
from sweepstake.run.task import Order, Tasks, perform
from sweepstake.source.identity import of_package

SETTINGS = "sweepstake.cluster"


LASTS = 160
"""Chunks that keep one worker busy while another starts: 16 seconds."""


def sweep(chunks=16):
    return spec.sweep(waiting.config(chunks, "s"), "s")


def run(asked, results, tell=print):
    try:
        compute.run(asked, results, 2, compute.Listener(tell))
    finally:
        client.close()
    return (results / "data" / "s.parquet").read_bytes()


@pytest.fixture(scope="module")
def local(tmp_path_factory, unregistered_after_module):
    """What a cluster of this run's own makes of the sweep."""
    with dask.config.set({SETTINGS: None}):
        return run(sweep(), tmp_path_factory.mktemp("local"))


class Cluster:
    """A scheduler and workers that somebody else has started."""

    def __init__(self, folder, processes):
        self.file, self.folder, self.processes = folder / "scheduler.json", folder, processes
        self.scheduler = self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
        )
        while not self.file.exists():  # tests say how long a run waits for workers
            assert self.scheduler.poll() is None
            time.sleep(0.05)

    def start(self, kind, *words, before=(), **environment):
        command = [sys.executable, "-m", "dask", kind, "--scheduler-file", self.file, *words]
        process = subprocess.Popen(
            [*before, *map(str, command)], cwd=self.folder, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, env={**os.environ, **environment},
        )  # fmt: skip
        self.processes.append(process)
        return process

    def worker(self, *words, before=(), **environment):
        words = ("--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard", *words)
        return self.start("worker", *words, before=before, **environment)

    def wait_for_worker(self):
        with Client(scheduler_file=str(self.file)) as other:
            other.wait_for_workers(1)


@pytest.fixture
def there(tmp_path, unregistered_after_module):
    """A scheduler without workers, in a folder of its own, named by its file."""
    folder = tmp_path / "there"
    folder.mkdir()
    processes = []
    with dask.config.set({SETTINGS: {"scheduler_file": str(folder / "scheduler.json")}}):
        yield Cluster(folder, processes)
    client.close()
    for process in reversed(processes):  # workers take longer to go once their scheduler is gone
        process.terminate()
        process.send_signal(signal.SIGCONT)  # one that a test has stopped
        process.wait(120)


def seen(results):
    return pd.read_parquet(results / "runs" / "s.parquet")["worker"].nunique()


def test_workers_in_another_folder_make_the_same_bytes(tmp_path, there, local, monkeypatch):
    there.worker()
    monkeypatch.chdir(tmp_path)
    made = run(sweep(), Path("results"))
    assert made == local


BESIDE = """
import json, sys
from pathlib import Path
from sweepstake.config import spec
from sweepstake.run.compute import Listener
from sweepstake.run.compute import run
run(spec.sweep(json.loads(sys.argv[1]), "s"), Path(sys.argv[2]), 2, Listener())
"""


@pytest.mark.system
def test_runs_that_share_a_worker_may_have_puzzles_of_one_name(tmp_path, there):
    """Each chunk is computed by the code of its own run, whatever other threads compute."""
    there.worker("--nthreads", "2")
    text = Path(waiting.__file__).read_text()
    text = text.replace("import time", "import time\nfrom . import odds")
    runs = {}
    for heads in (0, 1):
        folder = tmp_path / f"heads{heads}"
        puzzle = folder / "tosses"
        puzzle.mkdir(parents=True)
        (puzzle / "odds.py").write_text(f"HEADS = {heads}\n")
        (puzzle / "__init__.py").write_text(text.replace("coins, 0.5", "coins, odds.HEADS"))
        asked = {**waiting.config(40, "s"), "puzzles": [str(puzzle)]}
        where = {"DASK_SWEEPSTAKE__CLUSTER__SCHEDULER_FILE": str(there.file)}
        runs[folder] = subprocess.Popen(
            [sys.executable, "-c", BESIDE, json.dumps(asked), folder / "results"],
            env={**os.environ, **where},
        )
        there.processes.append(runs[folder])
    for heads, (folder, ran) in enumerate(runs.items()):
        assert ran.wait(300) == 0
        found = pd.read_parquet(folder / "results" / "data" / "s.parquet")
        tossed = found[found["method"] == "simulate"]
        assert len(tossed) == 4
        assert (tossed["heads"] == tossed["coins"] * heads).all()
    started = [
        pd.read_parquet(folder / "results" / "runs" / "s.parquet")["started"] for folder in runs
    ]
    assert started[0].min() < started[1].max()
    assert started[1].min() < started[0].max()


HIDDEN = 'mount -t tmpfs tmpfs "{}" && exec "$@"'
READ_ONLY = 'mount --bind -o ro "{0}" "{0}" && mount -o remount,ro,bind "{0}" && exec "$@"'


def by_mount(script, results):
    """A command that runs another where `results` is mounted in another way."""
    results.mkdir(exist_ok=True)
    if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode:
        pytest.skip("a file system of its own needs root")
    return ("unshare", "-m", "sh", "-c", script.format(results), "sh")


@pytest.mark.system
@pytest.mark.parametrize("script", [HIDDEN, READ_ONLY], ids=["hidden", "read-only"])
def test_workers_need_no_disk_of_the_run(tmp_path, there, local, script):
    there.worker(before=by_mount(script, tmp_path / "results"))
    assert run(sweep(), tmp_path / "results") == local


@pytest.mark.system
@pytest.mark.parametrize("is_replaced", [True, False], ids=["replaced", "not-replaced"])
def test_results_that_are_lost_with_their_worker_are_computed_again(there, is_replaced):
    asked, worker = sweep(8), there.worker()
    there.wait_for_worker()
    order = Order(Code.of(asked.question.name), configured(), of_package())
    chunks = Tasks(asked.points, cut(asked.points))
    with dask.config.set({f"{SETTINGS}.wait": "120s" if is_replaced else "4s"}):
        computing = cluster.results(perform, iter(chunks), order, 1, print)
        taken = [next(filter(None, computing))[0].name]
        futures = client.client(1).futures
        while {future.status for future in futures.values()} != {"finished"}:
            time.sleep(0.05)
        worker.kill()
        if is_replaced:
            there.worker()
            taken += [task.name for task, receipt in filter(None, computing) if receipt]
            assert sorted(taken) == sorted(task.name for task in chunks)
        else:
            with pytest.raises(ClusterError, match="no worker came within 4s"):
                list(computing)


NOBODY = 65534
READER = ("--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search")
"""Python and this package may be in a folder of root's, so that user may read everything."""


@pytest.mark.system
def test_a_worker_may_be_another_user_in_an_empty_folder(tmp_path, there, local):
    if os.geteuid() or not shutil.which("setpriv"):
        pytest.skip("a process of another user needs root and setpriv")
    address = json.loads(there.file.read_bytes())["address"]
    with TemporaryDirectory(dir="/tmp") as folder:  # pytest's are closed to others
        os.chown(folder, NOBODY, NOBODY)
        user = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *READER)
        words = (address, "--nthreads", "1", "--no-dashboard", "--local-directory", folder)
        worker = subprocess.Popen(
            [*user, sys.executable, "-m", "dask", "worker", *words], cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert run(sweep(), tmp_path / "results") == local
        finally:
            worker.terminate()
            worker.wait(120)
    assert seen(tmp_path / "results") == 1


@pytest.mark.system
def test_a_worker_that_joins_late_has_its_share(tmp_path, there):
    there.worker()
    late = []

    def tell(line):
        if not late and "tasks" in line:
            late.append(there.worker())

    run(sweep(LASTS), tmp_path / "results", tell)
    assert late
    assert seen(tmp_path / "results") == 2


@pytest.fixture
def altered(tmp_path):
    """Our source, in which one module says something else."""

    def made(module):
        shutil.copytree(ROOT / "src", tmp_path / "altered")
        with (tmp_path / "altered" / "sweepstake" / module).open("a") as source:
            source.write("OTHER = True\n")
        return {"PYTHONPATH": str(tmp_path / "altered")}

    return made


@pytest.mark.system
@pytest.mark.parametrize("module", ["puzzles/guess/exact.py", "store/rows.py"])
def test_a_worker_with_other_code_is_named_before_any_work(tmp_path, there, altered, module):
    there.worker(**altered(module))
    part = {"list": [{"cards": 3}], "methods": ["exact"]}
    with pytest.raises(SourceError, match=r"^\S+/\d+ has another version of .*; install the same"):
        run(computing.sweep("guess_win", part), tmp_path / "results")
    assert not list((tmp_path / "results").rglob("*.parquet"))


@pytest.mark.system
def test_where_no_worker_comes_the_run_ends(tmp_path, there):
    with (
        dask.config.set({f"{SETTINGS}.wait": "2s"}),
        pytest.raises(ClusterError, match=r"no worker came within 2s; start workers, or raise"),
    ):
        run(sweep(), tmp_path / "results")


@pytest.mark.system
def test_a_worker_without_the_package_is_named(tmp_path, there):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "sitecustomize.py").write_text(
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] == 'sweepstake':\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}')\n"
        "sys.meta_path.insert(0, Absent())\n"
    )
    there.worker(PYTHONPATH=str(tmp_path / "bare"))
    there.wait_for_worker()
    with pytest.raises(ClusterError, match=r"worker tcp://.* can't run sweepstake: .*No module"):
        run(sweep(), tmp_path / "results")


@pytest.mark.system
def test_a_scheduler_that_dies_is_said_in_one_line_and_nothing_is_lost(tmp_path, there):
    there.worker()
    there.worker()

    def tell(line):
        if "tasks" in line and there.scheduler.poll() is None:
            there.scheduler.send_signal(signal.SIGKILL)

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "3s"}),
        pytest.raises(ClusterError) as error,
    ):
        run(sweep(LASTS), tmp_path / "results", tell)
    assert "\n" not in str(error.value)
    assert len(list((tmp_path / "results" / ".points" / "waiting_heads").glob("*/*.parquet"))) > 0


@pytest.mark.parametrize("by", ["address", "file", "dask"])
def test_plain_tcp_beyond_loopback_is_refused_before_anything_is_sent(tmp_path, by):
    address = "tcp://192.0.2.1:8786"
    (tmp_path / "scheduler.json").write_text(json.dumps({"address": address}))
    named = {
        "address": {SETTINGS: {"address": address}},
        "file": {SETTINGS: {"scheduler-file": str(tmp_path / "scheduler.json")}},
        "dask": {SETTINGS: None, "scheduler-address": address},
    }
    began = time.monotonic()
    with (
        dask.config.set(named[by]),
        pytest.raises(ClusterError, match="speaks plain TCP, so whoev"),
    ):
        run(sweep(), tmp_path)
    assert time.monotonic() - began < 20  # to connect would take 30 seconds


NOWHERE, PAGE = "tcp://127.0.0.1:1", {"dashboard_address": "127.0.0.1:0"}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"wait": "soon"}, "wait is 'soon'; write it as 120s"),
        ("tcp://127.0.0.1", "is 'tcp://127.0.0.1'; allowed: a mapping of names"),
        ({"adress": "tcp://127.0.0.1:1"}, "unknown key 'adress'; allowed: address"),
        ({"address": "x", "class": "y"}, "has address and class; give one of them"),
        ({"class": "nowhere.Cluster"}, "No module named 'nowhere'; write its module too, such as"),
        ({"class": "distributed.Nothing"}, "has no attribute 'Nothing'; write its module too"),
        ({"class": "SLURMCluster"}, "write its module too, such as dask_jobqueue.SLURMCluster"),
        ({"workers": 2}, "has workers, which needs a class"),
        ({"class": "a.B", "workers": 0}, "workers is 0; allowed: whole numbers from 1"),
        ({"class": "a.B", "workers": "many"}, "workers is 'many'; allowed"),
        ({"class": "a.B", "workers": 1, "adapt": {"maximum": 2}}, "give one of them"),
        ({"class": "a.B", "adapt": {"minimum": 3, "maximum": 2}}, "maximum is 2; allowed: whole"),
        ({"class": "a.B", "adapt": {"least": 3}}, "unknown key 'least'; allowed: minimum, maximum"),
        ({"connection": "/nowhere/at/all"}, "has unknown key 'connection'; allowed: address"),
        ({"class": "distributed.LocalCluster", "options": {"wings": 2, **PAGE}}, "wings"),
        ({"address": NOWHERE, "wait": "1s"}, f"no cluster with address {NOWHERE}"),
        ({"scheduler-file": "nowhere.json", "wait": "1s"}, "no nowhere.json came within 1s"),
        ({"class": "distributed.LocalCluster", "options": {"n_workers": 0, **PAGE}},
         "starts no workers of its own; give sweepstake.cluster.workers"),
    ],
)  # fmt: skip
def test_a_cluster_that_can_not_be_had_is_said_in_one_line(settings, says, tmp_path):
    timeouts = {"distributed.comm.timeouts.connect": "1s"}
    mistakes = (ClusterError, ValueError)
    with dask.config.set({SETTINGS: settings, **timeouts}), pytest.raises(mistakes) as error:
        run(sweep(), tmp_path)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_where_there_are_several_interfaces_they_are_listed(monkeypatch):
    names, v4 = ("lo", "net1", "net0"), SimpleNamespace(family=socket.AF_INET)
    up = dict.fromkeys(names, SimpleNamespace(isup=True))
    monkeypatch.setattr(batch.psutil, "net_if_stats", lambda: up)
    monkeypatch.setattr(batch.psutil, "net_if_addrs", lambda: dict.fromkeys(names, (v4,)))
    with pytest.raises(ClusterError, match=r"has 2 network interfaces; set .* of net0, net1, lo"):
        batch._interface()


@pytest.mark.parametrize("where", [{"address": NOWHERE}, {"scheduler-file": "no.json"}])
def test_only_the_first_sweep_waits_for_a_cluster_that_can_not_be_had(where):
    def seconds():
        began = time.monotonic()
        with pytest.raises(ClusterError, match=r"127\.0\.0\.1:1|no\.json"):
            client.client(2)
        return time.monotonic() - began

    with dask.config.set({SETTINGS: where | {"wait": "2s"}}):
        assert seconds() > 1.9 > 1 > seconds()


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"limit": {"seconds": 1}}, "sweepstake has unknown key 'limit'; allowed: cluster, limits"),
        (5, "sweepstake is 5; allowed: a mapping"),
    ],
)
@pytest.mark.parametrize("asks", [settings.cluster, configured])
def test_a_setting_that_there_is_none_of_is_refused_whatever_is_asked(said, says, asks):
    with dask.config.set(sweepstake=said), pytest.raises(ValueError) as error:  # noqa: PT011
        asks()
    assert str(error.value).startswith(f"Dask's configuration: {says}")

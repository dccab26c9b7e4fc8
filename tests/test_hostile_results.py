"""A results folder from a stranger: nothing in it decides what we connect to, import or run.

Files are planted in a folder of real results, commands are run as a user would run them, and a hook
notes what every Python process of theirs does (`audit/sitecustomize.py`).
"""

import json
import os
import pickle
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sweepstake
from computing import run as computed
from computing import show
from running import ROOT, python, snakemake, some
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.puzzle import register
from sweepstake.store import parquet
from sweepstake.store.shards import Store
from sweepstake.upkeep import sums

CONFIG = """
seed: 1
sweeps:
  war:
    question: toy_won
    points:
      - grid: {coins: 2, sides: [1, 2, 3]}
        methods: {exact: , simulate: {trials: 1000}}
"""
QUESTION = "toy_won"
DEEP = "[" * 100_000
JSONS = ("", "[]", "null", "1", '"text"', "{}", '{"seconds_left": "soon"}', DEEP, "\0")
"""Notes that are none."""
COMMANDS = (["plan"], ["status"], ["clean"], ["adopt"], ["clean", "--yes"])
IN_TURN = """
import json, sys, sweepstake
from sweepstake import cli
codes = [cli.main(words) for words in json.loads(sys.argv[1])]
try:
    sweepstake.load('war', sys.argv[2])
except (ValueError, OSError):
    sys.exit(max(codes))
sys.exit('it is loaded')
"""


MODULES = (
    "calendar", "copy", "numbers", "queue", "random", "snakemake", "statistics", "sweepstake",
    "types", "yaml", "usercustomize", "snakemake_executor_plugin_x",
)  # fmt: skip
"""Names of modules that a run imports, or might."""


class Payload:
    """Unpickled, it ends the process."""

    def __reduce__(self):
        return os._exit, (77,)


PICKLED = pickle.dumps(Payload())
PANDAS = {b"pandas": b'{"index_columns": ["x"], "columns": 1}', b"x": PICKLED}


class Stranger:
    """A project folder whose results somebody else has made, and what our commands do there."""

    def __init__(self, folder, cache):
        self.folder, self.results = folder / "project", folder / "project" / "results"
        self.outside, self.mark, self.notes = folder / "outside", folder / "mark", folder / "notes"
        self.cache = cache
        self.config = self.folder / "config.yaml"

    def python(self, *words):
        """What Python says when it runs `words` in the project."""
        path = f"{ROOT / 'tests' / 'audit'}{os.pathsep}{ROOT / 'src'}"
        own = {
            "MPLBACKEND": "module://nowhere",
            "AUDITED": self.notes,
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        own |= dict.fromkeys(("XDG_CACHE_HOME", "TMPDIR", "HOME"), self.cache)
        own = {name: str(value) for name, value in own.items()}
        return python(*words, cwd=self.folder, code=None, **own)

    def run(self):
        return self.python(
            "-P", "-m", "sweepstake.cli", "run", self.config, "-d", ".", "--cores", "1"
        )

    def commands(self):
        """The words of our commands."""
        return [[*words, "--config", str(self.config)] for words in COMMANDS]

    def check_told(self):
        """What our commands can't read is said in lines, and not loaded."""
        told = self.python("-P", "-c", IN_TURN, json.dumps(self.commands()), self.results)
        for done in (told, self.run()):
            assert "Traceback" not in done.stderr + done.stdout
            assert done.returncode in (0, 1, 2)

    def write(self, path, content):
        """Plant a file below the project."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def noted(self):
        """What our processes did, as the hook has it."""
        return [json.loads(line) for line in self.notes.read_text().splitlines()]

    def check_harmless(self):
        """Nothing was connected to, or run that lies in the project, or written outside."""
        ours = (str(self.folder), str(self.cache), "/dev/", "/proc/")
        for event, *what in self.noted():
            assert event not in ("socket.connect", "os.system"), (event, what)
            if event in ("exec", "import", "subprocess.Popen", "os.exec", "os.posix_spawn"):
                run = [word for word in what if word not in (str(self.config), str(self.folder))]
                assert not any(word.startswith(str(self.folder)) for word in run), (event, what)
            elif event == "pickle.find_class":
                assert what[0].partition(".")[0] not in ("posix", "os", "subprocess"), what
            elif event != "exec":
                paths = [word for word in what if word.startswith(os.sep)]
                assert all(path.startswith(ours) for path in paths), (event, what)
        assert not self.mark.exists()
        assert self.is_outside_whole()

    def is_outside_whole(self):
        """Are the user's other files as they were?"""
        return {f.name: f.read_bytes() for f in self.outside.iterdir()} == OUTSIDE


OUTSIDE = {"precious.parquet": b"a year of work\n", "war": b"a diary\n", "war.json": b"{}\n"}
"""Files of the user's that are no results."""


@pytest.fixture
def stranger(tmp_path, made, cache):
    """A copy of real results, and files outside that nothing may touch."""
    its = Stranger(tmp_path, cache)
    shutil.copytree(made, its.folder, symlinks=True)
    its.outside.mkdir()
    for name, content in OUTSIDE.items():
        (its.outside / name).write_bytes(content)
        os.utime(its.outside / name, (1e9, 1e9))
    return its


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where compiled kernels are, which is not below the results."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Results of a real run."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "config.yaml").write_text(CONFIG)
    snakemake("--cores", "1", "--configfile", folder / "config.yaml", cwd=folder)
    return folder


def plant_code(its):
    """Python, pickles, and settings of Dask's."""
    bad = f"open({str(its.mark)!r}, 'w')\n"
    names = ("sitecustomize", "sweepstake", "numpy", "war", "conftest", "__init__")
    for folder in ("", ".points/", f".points/{QUESTION}/", "data/", ".puzzles/war_123456789abc/"):
        for name in names:
            its.write(f"results/{folder}{name}.py", bad)
    for name in (*MODULES, *(f"default/{name}" for name in MODULES)):
        its.write(f"{name}.py", bad)
    its.write("evil-1.dist-info/entry_points.txt", "[sweepstake.puzzles]\nevil = yaml:PUZZLE\n")
    for path in ("profiles/default/config.yaml", "default/config.yaml", "slurm/config.yaml"):
        its.write(
            path, f"default-resources: [\"x=__import__('yaml') or open({str(its.mark)!r}, 'w')\"]"
        )
    its.write("matplotlibrc", "backend: module://yaml\nfigure.facecolor: red\n")
    its.write(".numba_config.yaml", "disable_jit: 1\n")
    for path in ("results/.points/.cluster", "results/scheduler.json", ".snakemake/scheduler.json"):
        its.write(path, json.dumps({"address": "tcp://127.0.0.1:9", "type": "Scheduler"}))
    its.write("results/.config/dask/dask.yaml", "scheduler-address: tcp://127.0.0.1:9\n")
    its.write("results/dask.yaml", "scheduler-address: tcp://127.0.0.1:9\n")
    for path in ("iocache/latest.pkl", "scripts/tmp.py", "auxiliary/x.pkl", "scripts/war.pickle"):
        its.write(f".snakemake/{path}", PICKLED)
    its.write(f"results/.points/{QUESTION}/kernel.nbi", PICKLED)


def put(name, value):
    """A function that gives all rows of shards one value in a column."""

    def changed(whole):
        field = whole.schema.field(name)
        column = pa.array([value] * len(whole), field.type)
        return whole.set_column(whole.column_names.index(name), field, column)

    return changed


def marked(kind):
    """A function that makes a shard of one column, of a type that Arrow makes of its metadata."""
    about = {b"ARROW:extension:name": kind.encode(), b"ARROW:extension:metadata": PICKLED}
    field = pa.field("method", pa.binary(), metadata=about)
    return lambda whole: pa.table([pa.array([b"x" * 16])], pa.schema([field]))


COLUMNS = ("versions", "seconds", "task", "worker", "started", "coins", "chunk", "trials")
SHARDS = {
    "no answer": put("_answer", None),
    "null outcome": put("_answer", [None]),
    **{f"null {name}": put(name, None) for name in COLUMNS},
    **{f"versions {k}": put("versions", text) for k, text in enumerate(JSONS)},
    "endless seconds": put("seconds", float("nan")),
    "escapes": put("started", "\x1b]0;x\7"),
    "absurd": lambda whole: pa.table({f"c{k}": [k] for k in range(2_000)}),
    "no columns": lambda whole: pa.table({}),
    "pandas": lambda whole: whole.replace_schema_metadata(PANDAS),
    **{kind: marked(kind) for kind in ("arrow.py_extension_type", "pandas.period", "arrow.uuid")},
}
"""Shards of a stranger, made of ours."""


def plant_shard(its, name, table):
    """Plant a shard among ours, under the name that its bytes ask for."""
    [ours, *_] = Store(its.results, register.question(QUESTION)).partitions()
    about = pq.read_schema(ours.paths()[0]).metadata | (table.schema.metadata or {})
    content = parquet.content([table], about)
    (ours.folder / parquet.name_of(content)).write_bytes(content)


IN_SHORT = {
    "no answer", "null outcome", "versions 0", "versions 7", "endless seconds", "escapes",
    "absurd", "pandas", "arrow.py_extension_type",
}  # fmt: skip


@pytest.mark.parametrize("name", some(SHARDS, IN_SHORT))
def test_a_shard_of_a_stranger_is_read_or_put_aside(stranger, name):
    store = Store(stranger.results, register.question(QUESTION))
    [ours, *_] = store.partitions()
    whole = pa.concat_tables(pq.read_table(path) for path in ours.paths())
    whole = whole.replace_schema_metadata(None)
    plant_shard(stranger, name, SHARDS[name](whole))
    (stranger.results / "data" / "war.parquet").unlink()
    for words in (["plan"], ["status"], ["adopt"], ["clean"]):
        where = ("--config", str(stranger.config), "--results", str(stranger.results))
        assert cli.main([*words, *where]) in (0, 2), words
    config = read_config(stranger.config)
    made = [str(stranger.results / folder / "war.parquet") for folder in ("data", "runs")]
    with sums.recorded(made):
        computed(spec.sweep(config, "war"), stranger.results)
    sweepstake.load("war", stranger.results)
    show(config, stranger.results)


def plant_notes(its):
    """Notes that are none, each where one of ours may stand."""
    names = ("data/war.parquet", "runs/war.parquet", "failures/war.parquet", "checks.csv",
             "tables/coverage.csv", "tables/findings.csv", ".points/.status/war.json",
             f".points/{QUESTION}/manifest.json", ".points/.locks/war", ".points/.used",
             f".points/{QUESTION}/!.parquet", ".page/toy_won.json")  # fmt: skip
    for name, text in zip(names, [*JSONS, "\x1b[2J\0", "1,2\n3", '{"shards": 1}'], strict=True):
        its.write(f"results/{name}", text)
    its.write(".snakemake/metadata/cmVzdWx0cy9jaGVja3MuY3N2", "[]")
    its.write(".snakemake/incomplete/cmVzdWx0cy9jaGVja3MuY3N2", DEEP)


def plant_tables(its):
    """Tables with what Arrow or pandas might make of their notes."""
    table = pq.read_table(its.results / "data" / "war.parquet")
    field = marked("arrow.py_extension_type")(table).schema.field(0)
    pq.write_table(table.replace_schema_metadata(PANDAS), its.results / "data" / "war.parquet")
    runs = pa.table([pa.array([b"x"])], pa.schema([field]))
    pq.write_table(runs, its.results / "runs" / "war.parquet")
    (its.results / "failures").mkdir(exist_ok=True)
    pq.write_table(table.select([]), its.results / "failures" / "war.parquet")


@pytest.mark.slow
def test_nothing_in_a_results_folder_is_run_or_connected_to(stranger):
    for plants in ([plant_notes], [plant_code, plant_tables]):
        for plant in plants:
            plant(stranger)
        stranger.check_told()
        stranger.check_harmless()
    for folder in ("data", "runs"):  # a foreign table that is whole is not found out
        shutil.rmtree(stranger.results / folder, ignore_errors=True)
    drawn = {file: file.read_bytes() for file in (stranger.results / "plots").glob("*.svg")}
    again = stranger.run()
    assert again.returncode == 0, again.stderr
    stranger.check_harmless()
    assert drawn == {file: file.read_bytes() for file in drawn}  # in our own style
    assert sweepstake.load("war", stranger.results)["sides"].tolist()


def test_modules_that_snakemake_would_import_are_refused(stranger, refused, monkeypatch):
    stranger.write(".snakemake/pip-deployments/snakemake_executor_plugin_x.py", "raise SystemExit")
    monkeypatch.chdir(stranger.folder)
    assert "pip-deployments has modules" in refused("run", str(stranger.config), "-d", ".")
    done = snakemake("--configfile", stranger.config, cwd=stranger.folder, code=1)
    assert "pip-deployments has modules" in done.stderr
    assert stranger.is_outside_whole()


def test_mending_removes_no_file_that_a_link_leads_to(stranger):
    shutil.rmtree(stranger.results / "plots")
    (stranger.results / "plots").symlink_to(stranger.outside)
    (stranger.results / "tables" / "war").symlink_to(stranger.outside / "war")
    with (stranger.results / "SHA256SUMS").open("a") as file:
        file.writelines(
            f"{'0' * 64}  {name}\n" for name in ("plots/precious.parquet", "tables/war")
        )
    assert {"plots/precious.parquet", "tables/war"} <= sums.mend(stranger.results).keys()
    assert sums.differing(stranger.results) == {}
    assert stranger.is_outside_whole()

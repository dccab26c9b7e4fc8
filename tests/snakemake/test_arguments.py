"""Hostile configs at both doors, `sweepstake plan` and `snakemake`: one short line, and soon."""

import io
import os
import resource
import shutil
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from functools import cache

import pytest

from running import GOOD, snakemake
from sweepstake import cli
from sweepstake.snakemake import arguments


def aliases(levels, wrap):
    """`levels` levels, each of nine aliases of the one before: 9**levels values."""
    values = "\n".join(
        f"  - &a{k} {wrap.format(*(f'*a{k - 1}' for _ in range(9)))}" for k in range(1, levels + 1)
    )
    return f"seed:\n  - &a0 x\n{values}\n"


LIST = "[{}, {}, {}, {}, {}, {}, {}, {}, {}]"
MAPPING = "{{a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}}}"
MERGED = "{{<<: [{}, {}, {}, {}, {}, {}, {}, {}, {}]}}"
HOSTILE = {
    "aliases of lists": (aliases(9, LIST), "beyond 100,000 values"),
    "aliases of mappings": (aliases(9, MAPPING), "beyond 100,000 values"),
    "aliases that are merged": (
        aliases(9, MERGED).replace("&a0 x", "&a0 {x: 1}"), "beyond 100,000 values",
    ),
    "a few aliases": (aliases(3, LIST) + GOOD[8:], "seed is ['x', "),
    "aliases inside aliases": (
        "seed: [&a0 [1]" + "".join(f", &a{k} [*a{k - 1}]" for k in range(1, 2000)) + "]\n",
        "nested too deep",
    ),
    "a value that contains itself": ("sweeps: &a {b: *a}\n", "nested too deep"),
    "a seed of 10,000 digits": (GOOD.replace("1", "7" * 10_000, 1), "about 9,999 digits"),
    "a seed of 900 digits": (GOOD.replace("1", "7" * 900, 1), "about 900 digits"),
    "a seed in base 60": (GOOD.replace("1", "1" + ":1" * 300 + ".5", 1), "not YAML"),
    "a million values": (GOOD.replace("2", f"[{'2, ' * 1_000_000}]"), "1,000,000 bytes"),
    "200,000 values": (GOOD.replace("2", f"[{'2,' * 200_000}]"), "beyond 100,000 values"),
    "a list in 2,000 lists": (GOOD.replace("2", "[" * 2000 + "]" * 2000), "nested too deep"),
    "100,000 brackets": ("sweeps: " + "[" * 100_000, "nested too deep"),
    "100,000 dashes": ("sweeps:\n" + "- " * 100_000, "nested too deep"),
    "a name of two lines": (
        GOOD.replace("war:", '"war\\nsweep":'), r"'war\nsweep' can't be a name",
    ),
    "a name of 300 letters": (GOOD.replace("war:", "w" * 300 + ":"), "at most 60"),
    "a method of 300 letters": (GOOD.replace("exact", "e" * 300), "has no method 'eee"),
    "a method of two lines": (GOOD.replace("exact", '"e\\nx"'), r"has no method 'e\nx'"),
    "a parameter of 300 letters": (GOOD.replace("ranks", "r" * 300), "unknown key 'rrr"),
    "an outcome of 300 letters": (
        GOOD.replace("[exact]", "{simulate: {until: {standard_error: 1, max_trials: 5, of: {"
                     + "o" * 300 + ": 1}}}}"),
        "unknown key 'ooo",
    ),
    "a key of Snakemake's": ("pathvars: [1]\n" + GOOD, "unknown key 'pathvars'"),
    "a program": ("__use_yte__: true\n__definitions__: ['1/0']\n" + GOOD, "unknown key '__use"),
    "a tag": ("seed: !!python/name:os.system\n" + GOOD[8:], "constructor for the tag"),
    "a tag of 10,000 letters": ("seed: !" + "t" * 10_000 + " 1\n" + GOOD[8:], "constructor for"),
    "a date there is none": (GOOD.replace("1", "2026-13-45", 1), "month must be"),
    "two documents": (GOOD + "---\n" + GOOD, "not YAML: line 8"),
    "nothing": ("", "is None; allowed: a mapping"),
    "no text": ("seed: \0\n", "not YAML"),
}  # fmt: skip


def plan(path):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(["plan", "--config", str(path)])
    return subprocess.CompletedProcess("plan", code, out.getvalue(), err.getvalue())


def dry_run(path):
    return snakemake("-n", "--configfile", path, cwd=path.parent, timeout=60)


DOORS = {"plan": plan, "snakemake": dry_run}


def timed(run):
    """What a program said, and its seconds on one core, whatever else the machine does."""
    before = _seconds()
    ran = run()
    return ran, _seconds() - before


def _seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(its.ru_utime + its.ru_stime for its in used)


@cache
def good_seconds(door, folder):
    """What a good config costs at the same door."""
    path = folder / "good.yaml"
    path.write_text(GOOD)
    ran, seconds = timed(lambda: DOORS[door](path))
    assert ran.returncode == 0, ran.stderr
    return seconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("doors")


def only_line(ran):
    """Our line, which is the only one; Snakemake says which profile it uses."""
    assert ran.returncode not in (0, None)
    assert "Traceback" not in ran.stdout + ran.stderr
    said = [line for line in ran.stderr.splitlines() if not line.startswith("Using workflow spec")]
    assert len(said) == 1, ran.stderr[:2000]
    assert said[0].startswith("sweepstake: ")
    assert len(said[0]) <= 300
    return said[0]


@pytest.mark.parametrize("door", ["plan", pytest.param("snakemake", marks=pytest.mark.system)])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_config_gets_one_short_line_in_seconds(door, name, tmp_path, folder):
    text, says = HOSTILE[name]
    path = tmp_path / "hostile.yaml"
    path.write_text(text)
    ran, seconds = timed(lambda: DOORS[door](path))
    assert says in only_line(ran)
    assert seconds < good_seconds(door, folder) + 5


@pytest.mark.parametrize("door", DOORS)
def test_a_config_that_is_no_file_gets_one_short_line(door, tmp_path):
    assert "No such file" in only_line(DOORS[door](tmp_path / "nowhere.yaml"))
    (tmp_path / "a\nfolder").mkdir()
    assert r"a\nfolder: not a file" in only_line(DOORS[door](tmp_path / "a\nfolder"))
    os.mkfifo(tmp_path / "pipe")  # nobody writes to it
    assert "pipe: not a file" in only_line(DOORS[door](tmp_path / "pipe"))


def test_the_default_config_may_be_hostile_too(root, tmp_path):
    shutil.copy(root / "Snakefile", tmp_path)
    for folder in ("workflow", "profiles"):
        shutil.copytree(root / folder, tmp_path / folder)
    (tmp_path / "config").mkdir()
    config = tmp_path / "config" / "config.yaml"
    config.write_text(HOSTILE["aliases of mappings"][0])
    ran = snakemake("-n", cwd=tmp_path, root=tmp_path, timeout=60)
    assert "beyond 100,000 values" in only_line(ran)
    config.unlink()
    assert "No such file" in only_line(snakemake("-n", cwd=tmp_path, root=tmp_path, timeout=60))


@pytest.mark.system
@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("seed=" + "7" * 900, "seed is a whole number of about 900 digits"),
        ("seed", "'seed'; write it as KEY=VALUE"),
        ("pathvars=1", "unknown key 'pathvars'"),
        ("s" * 300 + "=1", "unknown key 'sss"),
    ],
)
def test_a_hostile_entry_of_the_command_line_gets_one_short_line(entry, says, tmp_path, folder):
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    given = ("-n", "--configfile", path, "--config", entry)
    ran, seconds = timed(lambda: snakemake(*given, cwd=tmp_path, timeout=60))
    assert says in only_line(ran)
    assert seconds < good_seconds("snakemake", folder) + 5


def test_other_arguments_of_snakemake_are_none_of_ours(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    for words in (
        [],
        ["results/tables/findings.csv", "--configfile", str(path), "-n", "--cores", "2"],
        ["-c2", "--config", "seed=5", "--configfiles", str(path), "--", "all"],
        ["--config", "seed=[[1", "--until", "check"],
    ):
        arguments.check_arguments(words)


def test_results_at_an_address_are_refused_in_one_line(root, tmp_path):
    address = "s3://bucket/x"
    said = snakemake("-n", "--directory", address, cwd=tmp_path)
    assert said.returncode == 1
    assert said.stderr.count("results can't be kept at 's3://bucket/x'") == 1
    assert "DASK_SWEEPSTAKE__STORE=URI" in said.stderr
    assert "Traceback" not in said.stderr
    assert list(tmp_path.iterdir()) == []
    assert cli.main(["plan", "--results", address, "--config", str(root / "config/tiny.yaml")]) == 2


@pytest.mark.parametrize(
    ("words", "elsewhere"),
    [
        ([], False),
        (["--executor", "slurm", "-j", "3"], True),
        (["--executor", "local", "--profile", "mine"], False),
        (["--executor", "slurm-jobstep"], False),
        (["--profile", "mine"], True),
        (["--profile", "mine/config.v8+.yaml"], True),
        (["--workflow-profile", "mine"], True),
        (["--profile", "quoted"], True),
        (["--profile", "plain"], False),
        (["--profile", "nowhere"], False),
    ],
)
def test_a_profile_with_an_executor_has_its_jobs_elsewhere(words, elsewhere, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, said in (
        ("mine", "jobs: 3\nexecutor: slurm # ours\n"),
        ("quoted", 'executor: "slurm"\n'),
        ("plain", "cores: 2\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.v8+.yaml").write_text(said)
    assert arguments.jobs_elsewhere(words) == elsewhere

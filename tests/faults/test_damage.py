"""Results that differ from what runs wrote: damaged files, missing ones, a list that lies."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import sweepstake
from faults.campaign import damage
from running import GOOD, MODULE, snakemake, some
from running import sweepstake as command
from sweepstake import cli
from sweepstake.errors import DamagedFileError
from sweepstake.upkeep import sums

CONFIG = """
sweeps:
  war:
    question: toy_won
    points:
      - grid: {coins: [2, 4], sides: [1, 2]}
        methods: {exact: , formula: , simulate: {trials: 1000}}
"""


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A folder in which a config has run."""
    folder = tmp_path_factory.mktemp("good")
    (folder / "good.yaml").write_text(CONFIG)
    snakemake("--configfile", "good.yaml", cwd=folder)
    return folder


def listed(results):
    lines = (results / "SHA256SUMS").read_text().splitlines()
    return [line.partition("  ")[2] for line in lines]


def agrees(results):
    """Does `sha256sum` find all as listed?"""
    words = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    return subprocess.run(words, cwd=results, check=False).returncode == 0


def harm(file, kind):
    """Damage a file and keep its date."""
    before = file.stat()
    kind(Random(file.name), [file])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_all_that_rules_make_is_listed_for_sha256sum(good):
    results = good / "results"
    there = {path.relative_to(results) for path in results.rglob("*") if path.is_file()}
    made = {path for path in there if path.parts[0][0] != "." and path.parts[0] != "logs"}
    assert listed(results) == sorted(map(str, made - {Path("SHA256SUMS")}))
    assert "plots/toy_won.png" in listed(results)
    assert agrees(results)


KINDS = (damage.bits_flipped, damage.cut_short, damage.emptied)


@pytest.mark.parametrize("first", some(range(3), [0]))
def test_damage_to_all_files_is_named_and_they_are_made_again(good, first):
    results = good / "results"
    content = {name: (results / name).read_bytes() for name in listed(results)}
    for number, name in enumerate(content, first):
        harm(results / name, KINDS[number % 3])
    unseen = snakemake("--configfile", "good.yaml", cwd=good)
    assert "good.yaml: up to date" in unseen.stdout
    with pytest.raises(DamagedFileError, match="differs from what the run wrote; mend"):
        sweepstake.load("war", results)
    looked = command("run", "good.yaml", "-np", "-d", ".", cwd=good)
    assert looked.stderr.count("differs from what the run wrote") == len(content)
    assert not agrees(results)  # looking has changed nothing
    mended = command("run", "good.yaml", "-d", ".", cwd=good)
    for name in content:
        assert f"results/{name} differs from what the run wrote" in mended.stderr
    assert agrees(results)
    assert listed(results) == [*content]
    with_times = {"report.html", "runs/war.parquet"}
    for name in content.keys() - with_times:
        assert (results / name).read_bytes() == content[name]
    assert len(sweepstake.load("war", results)) == 24


def test_verify_names_what_differs_and_changes_nothing(good, said, capsys):
    results = good / "results"
    words = ["verify", "--results", str(results)]
    assert "All 12 files that" in said(*words)
    (results / "plots/toy_won.svg").write_text("drawn by hand")
    (results / "tables/toy_won.md").unlink()
    for _ in range(2):
        assert cli.main(words) == 2
        printed = capsys.readouterr()
        assert "plots/toy_won.svg differs from what the run wrote\n" in printed.out
        assert "tables/toy_won.md is missing\n" in printed.out
        run = f"sweepstake run CONFIG --directory {good}"
        assert "2 of 12 files" in printed.err
        assert run in printed.err
    assert (results / "plots/toy_won.svg").read_text() == "drawn by hand"
    command("run", "good.yaml", "-d", ".", cwd=good)
    said(*words)
    assert agrees(results)
    assert len(listed(results)) == 12


def test_results_without_a_list_are_told_in_a_line(tmp_path, refused):
    line = refused("verify", "--results", tmp_path)
    assert "SHA256SUMS lists no file" in line


def test_a_list_names_no_file_outside_the_results(tmp_path, capsys):
    results = tmp_path / "results"
    (results / ".points").mkdir(parents=True)
    outside, hidden = tmp_path / "mine", results / ".points" / "mine"
    names = ("../mine", str(outside), "data/../../mine", ".points/mine", "\x1b[2J")
    (results / "SHA256SUMS").write_text("".join(f"{'0' * 64}  {name}\n" for name in names))
    for file in (outside, hidden):
        file.write_text("mine")
    assert cli.main(["verify", "--results", str(results)]) == 2
    printed = capsys.readouterr()
    assert f"{results}/\\x1b[2J is missing\n" in printed.out
    assert "1 of 1 files" in printed.err
    assert outside.read_text() == hidden.read_text() == "mine"


def test_configs_and_modules_list_their_files_beside_each_other(tmp_path):
    """As two configs that share a folder, and as a module whose results are below a prefix."""
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "other.yaml").write_text(GOOD.replace("  war:", "  other:"))
    (tmp_path / "Snakefile").write_text(MODULE)
    for name, sweep, *words in (("good", "war"), ("other", "other", "--force-use-threads")):
        table = f"within/results/data/{sweep}.parquet"
        words = ("--cores", "2", "--configfile", f"{name}.yaml", *words)
        snakemake(table, *words, cwd=tmp_path, root=tmp_path)
    results = tmp_path / "within/results"
    stems = ("data/other", "data/war", "runs/other", "runs/war")
    assert listed(results) == [f"{stem}.parquet" for stem in stems]
    assert agrees(results)


def test_rules_that_end_at_the_same_time_are_all_listed(tmp_path):
    results = tmp_path / "results"
    (results / "data").mkdir(parents=True)

    def make(number):
        file = results / "data" / f"{number:02}"
        with sums.recorded([str(file)]):
            file.write_text(str(number))

    with ThreadPoolExecutor(16) as pool:
        assert len([*pool.map(make, range(64))]) == 64
    assert listed(results) == [f"data/{number:02}" for number in range(64)]
    assert agrees(results)


def test_what_a_failed_rule_has_not_made_is_not_listed(tmp_path):
    file = tmp_path / "results/data/war.parquet"
    file.parent.mkdir(parents=True)
    with sums.recorded([str(file)]):
        file.write_text("first")
    with suppress(RuntimeError), sums.recorded([str(file)]):
        file.write_text("half")
        raise RuntimeError
    assert listed(tmp_path / "results") == []

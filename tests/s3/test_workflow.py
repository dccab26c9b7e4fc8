"""The whole workflow with its store on an S3 server that is damaged, cut off and refuses."""

import os
import re
import signal
import time
from functools import partial

import dask
import pytest
from pyarrow.fs import FileSelector

from faults.campaign.processes import end, gone
from running import GOOD, ROOT, WARS_CONFIG, snakemake, started
from s3 import server
from sweepstake import cli

TINY = ("--configfile", ROOT / "config" / "tiny.yaml")
CHUNKS = 27
"""The chunks of these 13 points."""
WARS = ("results/data/wars.parquet", "--configfile", "config.yaml")


def environment(uri):
    """Credentials stand in the URI only."""
    return {"DASK_SWEEPSTAKE__STORE": uri, "AWS_EC2_METADATA_DISABLED": "true"}


def tables(folder):
    return {path.name: path.read_bytes() for path in (folder / "results/data").iterdir()}


def objects(port, folder):
    """When each object of the folder was written."""
    selected = FileSelector(folder, recursive=True, allow_not_found=True)
    found = server.system(port).get_file_info(selected)
    return {one.path.removeprefix(f"{folder}/"): one.mtime_ns for one in found if one.is_file}


def shards(port, folder):
    return {name: when for name, when in objects(port, folder).items() if name.startswith("war")}


@pytest.fixture
def wars(tmp_path):
    (tmp_path / "config.yaml").write_text(WARS_CONFIG.replace("TRIALS", "3_000_000"))
    yield tmp_path
    end(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "config.yaml").write_text(WARS_CONFIG.replace("TRIALS", "3_000_000"))
    snakemake(*WARS, cwd=folder)
    return tables(folder)


def test_a_run_with_its_store_in_a_bucket_gives_the_bytes_of_a_local_one(
    tiny, tmp_path, port, folder, uri
):
    snakemake(*TINY, cwd=tmp_path, **environment(uri))
    assert tables(tmp_path) == tables(tiny)
    assert not list((tmp_path / "results/.points").rglob("*.parquet"))
    before, runs = objects(port, folder), (tmp_path / "results/runs").iterdir()
    assert {name.partition("/")[0] for name in before if name[0] == "."} <= {".sources"}
    computed = {path.name: path.read_bytes() for path in runs}
    for path in (tmp_path / "results/data").iterdir():
        path.unlink()
    ran = snakemake(*TINY, cwd=tmp_path, **environment(uri))
    assert tables(tmp_path) == tables(tiny)
    assert "to compute" not in ran.stderr
    assert objects(port, folder) == before
    again = (tmp_path / "results/runs").iterdir()
    assert {path.name: path.read_bytes() for path in again} == computed


def test_damaged_objects_are_moved_away_and_computed_again(wars, undisturbed, port, folder, uri):
    run = partial(snakemake, *WARS, cwd=wars, **environment(uri))
    run()
    for damage in (lambda content: content[:-20], lambda content: bytes(len(content))):
        name = next(name for name in shards(port, folder) if name.endswith(".parquet"))
        system = server.system(port)
        with system.open_input_file(f"{folder}/{name}") as stream:
            content = stream.read()
        with system.open_output_stream(f"{folder}/{name}") as stream:
            stream.write(damage(content))
        (wars / "results/data/wars.parquet").unlink()
        ran = run()
        said = f"wars: s3://{folder}/{name} is damaged; it is moved to {folder[7:]}/.rejected, "
        assert ran.stderr.count(f"{said}and its chunks are computed again") == 1
        assert "secret" not in ran.stderr
        assert tables(wars) == undisturbed
    rejected = [name for name in objects(port, folder) if name.startswith(".rejected/war_length-")]
    assert len(rejected) == 2


def run_of(folder, uri):
    words = ("-s", ROOT / "Snakefile", "--directory", folder, *WARS)
    return started("-m", "snakemake", *words, cwd=folder, **environment(uri))


def under_way(port, folder, least=3):
    """Wait until some shards are stored."""
    for _ in range(1200):
        if len(found := shards(port, folder)) >= least:
            return found
        time.sleep(0.05)
    raise AssertionError("nothing is stored")


def went_on(ran):
    """Did a run compute fewer chunks than there are?"""
    told = next(one for one in ran.stderr.splitlines() if "to compute" in one)
    points, chunks = re.search(r"(\d+) to compute(?: in (\d+) chunks)?", told).groups()
    return 0 < int(chunks or points) < CHUNKS


def test_a_run_that_is_killed_is_taken_up_again(wars, undisturbed, port, folder, uri):
    run = run_of(wars, uri)
    under_way(port, folder)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    assert gone(wars)
    snakemake("--configfile", "config.yaml", "--unlock", cwd=wars)
    again = snakemake(*WARS, cwd=wars, **environment(uri))
    assert went_on(again)
    assert tables(wars) == undisturbed


def test_a_server_that_stops_is_said_in_a_line_and_what_is_stored_is_not_computed_again(
    wars, undisturbed, port, folder
):
    gate = server.Gate(port)
    uri = server.uri(gate.port, folder)
    run = run_of(wars, uri)
    try:
        under_way(port, folder)
        gate.shut()
        assert run.wait(90) == 1
        assert gone(wars)
        said = (wars / "said").read_text()
        lines = [one for one in said.splitlines() if one.startswith("sweepstake: wars: ")]
        assert len(lines) == 1, said
        assert f"s3://{folder}" in lines[0]
        assert "can't be used: " in lines[0]
        assert "Traceback" not in said
        assert "secret" not in said
        gate.open()
        again = snakemake(*WARS, cwd=wars, **environment(uri))
    finally:
        gate.shut()
        end(wars)
        run.wait()
    assert went_on(again)
    assert tables(wars) == undisturbed


REFUSED = {
    "no bucket": ("s3://key:secret@nowhere/x?OPTIONS", "there is no bucket nowhere"),
    "nobody listens": ("s3://key:secret@bucket/x?scheme=http&endpoint_override=127.0.0.1%3A9",
                       "NETWORK_CONNECTION"),
    "no URI": ("s3://key:secret@b b/x", "Cannot parse URI"),
}  # fmt: skip


def refused(folder, uri, port):
    """What a run says whose store is refused; nothing is computed."""
    (folder / "good.yaml").write_text(GOOD)
    uri = uri.replace("OPTIONS", f"scheme=http&endpoint_override=127.0.0.1%3A{port}")
    began = time.monotonic()
    ran = snakemake("--configfile", "good.yaml", cwd=folder, code=1, **environment(uri))
    seconds = time.monotonic() - began
    assert "Traceback" not in ran.stdout + ran.stderr
    assert "secret" not in ran.stdout + ran.stderr
    assert not [*(folder / "results").rglob("*.parquet")]
    [said] = [one for one in ran.stderr.splitlines() if one.startswith("sweepstake: ")]
    assert said.startswith("sweepstake: war: sweepstake.store: ")
    return said, seconds


@pytest.mark.parametrize("name", REFUSED)
def test_a_store_that_can_not_be_used_is_refused_in_a_line(name, tmp_path, port):
    uri, says = REFUSED[name]
    said, seconds = refused(tmp_path, uri, port)
    assert says in said
    assert seconds < 20  # of which Snakemake takes some


def test_credentials_that_nobody_knows_are_refused_in_a_line(tmp_path, port, uri):
    server.require_rights(port, True)
    try:
        for given in (uri, uri.replace("key:secret@", "")):
            said, _ = refused(tmp_path, given, port)
            assert "your credentials are right" in said
    finally:
        server.require_rights(port, False)


def test_the_command_line_looks_into_the_bucket(tmp_path, uri, monkeypatch, capsys):
    (tmp_path / "good.yaml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    snakemake(
        "results/data/war.parquet", "--configfile", "good.yaml", cwd=tmp_path, **environment(uri)
    )
    with dask.config.set({"sweepstake.store": uri}):
        for words in (["plan"], ["status"], ["clean", "--yes"]):
            assert cli.main([*words, "--config", "good.yaml"]) == 0
    said = capsys.readouterr().out
    assert "finished" in said
    assert "Nothing to remove" in said
    with dask.config.set({"sweepstake.store": uri.replace("@bucket", "@nowhere")}):
        assert cli.main(["plan", "--config", "good.yaml"]) == 2
    assert "there is no bucket nowhere" in capsys.readouterr().err

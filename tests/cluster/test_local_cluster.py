"""The cluster that a run starts on its own machine: nobody else can talk to it."""

import http.client
import os
import socket
import stat
import urllib.request
from pathlib import Path

import dask
import psutil
import pytest
from distributed import Client, Security

from deadly import Anything
from sweepstake.cluster.pool import pool


@pytest.fixture(scope="module")
def before():
    """The ports of other tests."""
    return ports()


@pytest.fixture(scope="module")
def opened(before):
    with dask.config.set({"sweepstake.cluster": None}), pool(2, print, Anything()) as its:
        while its.workers.threads < 2:
            its.workers.look()
        yield its


@pytest.fixture(scope="module")
def addresses(opened):
    """The scheduler, the workers and their nannies."""
    client = opened.workers.client
    workers = client.scheduler_info()["workers"]
    return [
        client.scheduler.address,
        *workers,
        *(worker["nanny"] for worker in workers.values()),
    ]


def ports():
    """Every port on which this process or one below it listens."""
    own = psutil.Process()
    return {
        (connection.laddr.ip, connection.laddr.port)
        for process in (own, *own.children(recursive=True))
        for connection in process.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    }


def test_it_listens_on_loopback_only(opened, before):
    assert {host for host, _ in ports() - before} == {"127.0.0.1"}


def test_it_speaks_tls_everywhere(addresses):
    assert len(addresses) == 5
    assert all(address.startswith("tls://127.0.0.1:") for address in addresses)


@pytest.mark.parametrize("place", range(5))
def test_a_stranger_is_refused(addresses, place):
    stranger = Security.temporary()
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises((OSError, TimeoutError)),
        Client(addresses[place], security=stranger, timeout="2s") as client,
    ):
        client.run_on_scheduler(os.getuid)


@pytest.mark.parametrize("place", range(5))
def test_plain_text_is_not_answered(addresses, place):
    host, port = addresses[place].removeprefix("tls://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as plain:
        plain.sendall(b"\0" * 64)
        try:
            said = plain.recv(1024)
        except ConnectionResetError:
            said = b""
    assert said == b"" or said[0] == 0x15  # closed, or a TLS alert


def test_no_page_is_served(opened, before):
    assert opened.dashboard is None
    answered = []
    for host, port in ports() - before:
        for page in (
            "",
            "status",
            "info/main/workers.html",
            "health",
            "metrics",
            "json/counts.json",
        ):
            try:
                with urllib.request.urlopen(f"http://{host}:{port}/{page}", timeout=2) as got:
                    answered.append((port, page, got.status))
            except (http.client.HTTPException, OSError):
                continue
    assert answered == []


def test_its_scratch_folder_is_its_own(opened):
    folders = opened.workers.client.run(lambda dask_worker: dask_worker.local_directory)
    for folder in map(Path, folders.values()):
        private = next(path for path in folder.parents if path.name.startswith("sweepstake-"))
        assert stat.S_IMODE(private.stat().st_mode) == 0o700

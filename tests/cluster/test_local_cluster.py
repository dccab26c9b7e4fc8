"""The cluster of a run's own: threads of its process, to which nobody else can talk."""

import http.client
import tempfile
import urllib.request

import dask
import psutil
import pytest

from sweepstake.cluster import client


def ports():
    """Every port on which this process or one below it listens."""
    own = psutil.Process()
    return {
        (connection.laddr.ip, connection.laddr.port)
        for process in (own, *own.children(recursive=True))
        for connection in process.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    }


@pytest.fixture(scope="module")
def before():
    """The ports of other tests."""
    return ports()


@pytest.fixture(scope="module")
def opened(before):
    client.close()  # another test's
    with dask.config.set({"sweepstake.cluster": None}):
        yield client.client(2)
        client.close()


def test_its_workers_are_threads_of_this_process(opened):
    assert len(opened.nthreads()) == 2
    assert all(address.startswith("inproc://") for address in opened.nthreads())


def test_it_listens_on_loopback_only_and_serves_no_page(opened, before):
    new = ports() - before
    assert {host for host, _ in new} <= {"127.0.0.1"}
    answered = []
    for host, port in new:
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


def test_nothing_of_it_is_left(before, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # other tests write beside it
    with dask.config.set({"sweepstake.cluster": None}):
        client.client(1)
        assert client.is_needed()
        client.close()
    assert not client.is_needed()
    assert ports() <= before
    assert [*tmp_path.iterdir()] == []


def test_it_is_not_given_up_however_busy_the_machine_is_or_long_it_is_stopped():
    """These are Dask's settings, and would end it at once."""
    client.close()
    hasty = {"distributed.comm.timeouts.connect": "1ms", "distributed.scheduler.worker-ttl": "1ms"}
    with dask.config.set({"sweepstake.cluster": None, **hasty}):
        opened = client.client(1)
        assert opened.submit(len, "four").result() == 4
        assert opened.cluster.scheduler.worker_ttl is None
        client.close()

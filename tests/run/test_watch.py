"""Limits in seconds and in memory: real threads, real processes, and bodies that do not listen."""

import subprocess
import sys
import time
from math import inf

import dask
import numpy as np
import psutil
import pytest

from sweepstake.cluster import settings
from sweepstake.cluster.settings import ClusterError
from sweepstake.config import limits
from sweepstake.config.limits import Limits, OverLimitError
from sweepstake.run import watch
from sweepstake.run.watch import Watch


def held_to(limits, body, end=lambda place, why: None):
    with Watch(limits, end).watching() as watch, watch.chunk(0):
        return body()


def loops():
    while True:
        pass


def hoards():
    hoard = []
    while True:
        hoard.append(np.ones(10_000_000))
        time.sleep(0.01)


def swallows():
    for _ in range(100):
        try:
            time.sleep(0.01)
        except:  # noqa: E722
            return


def test_what_takes_too_long_is_stopped():
    began = time.monotonic()
    with pytest.raises(OverLimitError, match=r"took longer than the limit of 0.5 s; .*__SECONDS$"):
        held_to(Limits(0.5, inf), loops)
    assert time.monotonic() - began < 5


def test_what_grows_too_large_is_stopped_and_its_memory_is_free_again():
    before = psutil.Process().memory_info().rss
    with pytest.raises(OverLimitError, match=r"grew over the limit of .* GB; .*__MEMORY$"):
        held_to(Limits(60, before + 1e9), hoards)
    assert psutil.Process().memory_info().rss < before + 0.5e9


def test_a_stop_that_is_caught_is_a_stop_all_the_same():
    with pytest.raises(OverLimitError):
        held_to(Limits(0.2, inf), swallows)
    assert held_to(Limits(60, inf), lambda: sum(range(10**6))) == 499999500000


def test_what_does_not_notice_is_ended(monkeypatch):
    monkeypatch.setattr(watch, "GRACE", 0.3)
    ended = []
    with pytest.raises(OverLimitError):
        held_to(Limits(0.2, inf), lambda: time.sleep(1.5), lambda *said: ended.append(said))
    [(place, why)] = ended
    assert place == 0
    assert why.says == "took longer than the limit of 0.2 s"


def test_a_thousand_chunks_each_have_their_own_time():
    with Watch(Limits(0.5, inf), lambda place, why: None).watching() as watch:
        for place in range(1000):
            with watch.chunk(place):
                time.sleep(0.001)


def test_an_error_of_the_piece_is_its_own():
    with pytest.raises(ZeroDivisionError):
        held_to(Limits(60, inf), lambda: 1 // 0)


def test_stops_hit_the_piece_that_is_over_and_no_other():
    """Bodies of nearly the limit, so that the stop comes at any moment of an end."""
    late = 0
    with Watch(Limits(0.05, inf), lambda place, why: None).watching() as watch:
        for place in range(30):
            try:
                with watch.chunk(place):
                    until = time.monotonic() + 0.05 + place / 500
                    while time.monotonic() < until:
                        pass
            except OverLimitError:
                late += 1
    assert 0 < late <= 30


def test_ten_minutes_and_a_share_of_the_memory_unless_a_limit_is_given():
    given = settings.limits()
    assert given.seconds == 600
    assert given.here().memory == pytest.approx(limits.SHARE * limits.machine_memory())
    assert given.here(1e9).memory == pytest.approx(0.8e9)


@pytest.mark.parametrize(
    ("said", "seconds", "memory"),
    [
        ({"seconds": 7200, "memory": "4 GB"}, 7200, 4e9),
        ({"seconds": "1e4", "memory": 1000}, 1e4, 1000),
        ({"seconds": None, "memory": None}, inf, inf),
        ({"seconds": "none", "memory": ".inf"}, inf, inf),
        ({"seconds": inf}, inf, None),
    ],
)
def test_limits_are_read_from_dasks_configuration(said, seconds, memory):
    with dask.config.set({"sweepstake.limits": said}):
        assert settings.limits() == Limits(seconds, memory)


def test_an_environment_lifts_a_limit():
    said = subprocess.run(
        [sys.executable, "-c", "from sweepstake.cluster import settings; print(settings.limits())"],
        env={"DASK_SWEEPSTAKE__LIMITS__SECONDS": "none", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout == "Limits(seconds=inf, memory=None)\n"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"seconds": "10m"}, "seconds is '10m'; allowed: a number above 0, or none"),
        ({"seconds": 0}, "seconds is 0; allowed"),
        ({"second": 1}, "unknown key 'second'; allowed: seconds, memory"),
        ({"memory": "much"}, "memory is 'much'; write it as 4 GB, or none"),
        ({"memory": -1}, "memory is -1; write"),
        ({"memory": True}, "memory is True; write"),
    ],
)
def test_a_limit_that_is_none_is_said_in_one_line(said, says):
    with dask.config.set({"sweepstake.limits": said}), pytest.raises(ClusterError, match=says):
        settings.limits()

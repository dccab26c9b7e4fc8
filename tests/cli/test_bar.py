"""The bar of an answer that takes long: on a terminal's standard error, and nowhere else."""

import os
import pty
import re
import subprocess
import sys

import pytest

from sweepstake.cli.bar import Bar

SLOW = """
import sys, time
from sweepstake import cli
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Method

def draw(stream, trials, ranks, suits):
    time.sleep(SECONDS)
    return {True: trials}

question = register.questions()["war_sweep"]
question.methods["simulate"] = Method(draw, "sampled", lambda ranks, suits: 1 / 1024)
sys.exit(cli.main(["answer", "war_sweep", "ranks=2", "suits=2", "--method", "simulate",
                   "--trials", "8192", "--format", "csv"]))
"""


def asked(seconds):
    """Eight chunks, which take so many seconds each: (standard output, what a terminal got)."""
    ours, its = pty.openpty()
    asking = subprocess.Popen(
        [sys.executable, "-c", SLOW.replace("SECONDS", str(seconds))],
        stdout=subprocess.PIPE, stderr=its, text=True,
    )  # fmt: skip
    os.close(its)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # how Linux ends a terminal
        pass
    os.close(ours)
    return asking.communicate()[0], shown.decode()


def test_a_long_answer_has_a_bar_with_the_time_left_which_goes_when_it_is_there():
    printed, shown = asked(0.6)
    assert printed.startswith("ranks,suits,method,swept")
    assert "━" not in printed
    left = [*map(float, re.findall(r"about ([\d.]+) s left", shown))]
    shares = [*map(int, re.findall(r"(\d+)%, about", shown))]
    assert len(left) > 3
    assert 1 <= left[0] <= 30
    assert left[-1] < left[0]
    assert shares[0] < shares[-1]
    assert shown.endswith("\x1b[2K")


def test_a_pipe_gets_none():
    code = SLOW.replace("SECONDS", "0.3")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == ""


def test_what_is_left_follows_the_chunks_that_are_done(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("sweepstake.cli.bar.time.monotonic", lambda: now[0])
    bar = Bar("")
    with bar.progress(10.0) as advance:
        assert bar.seconds_left == pytest.approx(10)
        now[0] = 4.0
        advance(2.0)  # it takes twice as long as predicted
        assert (bar.share, bar.seconds_left) == pytest.approx((0.2, 16))
        now[0] = 6.0
        assert (bar.share, bar.seconds_left) == pytest.approx((0.3, 14))
        now[0] = 600.0
        assert bar.share < 1
        advance(8.0)
        assert (bar.share, bar.seconds_left) == pytest.approx((1, 0))

"""The bar of an answer that takes long: on a terminal's standard error, and nowhere else."""

import os
import pty
import re
import subprocess
import sys

import pytest

from running import ROOT
from sweepstake import cli
from sweepstake.cli.terminal import Bar
from sweepstake.cluster import client

SLOW = [
    *("answer", "waiting_heads", "coins=3", "--puzzle", str(ROOT / "tests" / "waiting.py")),
    *("--method", "simulate", "--trials", "40960", "--limit", "none", "--format", "csv"),
]
"""An answer in 40 chunks, which take some seconds together."""


def asked():
    """What is printed, and what a terminal gets beside it."""
    reader, terminal = pty.openpty()
    asking = subprocess.Popen(
        [sys.executable, "-m", "sweepstake.cli", *SLOW],
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
    )
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(reader, 4096):
            shown += part
    except OSError:  # how Linux ends a terminal
        pass
    os.close(reader)
    return asking.communicate()[0], shown.decode()


def test_a_long_answer_has_a_bar_with_the_time_left_which_goes_when_it_is_there():
    printed, shown = asked()
    assert printed.startswith("question,coins,method,heads")
    assert "━" not in printed
    left = [*map(float, re.findall(r"about ([\d.]+) s left", shown))]
    shares = [*map(int, re.findall(r"(\d+)%, about", shown))]
    assert len(left) > 3
    assert 1 <= left[0] <= 60
    assert left[-1] < left[0]
    assert shares[0] < shares[-1]
    assert shown.endswith("\x1b[2K")


@pytest.mark.usefixtures("unregistered")
def test_a_pipe_gets_none(capsys):
    assert cli.main(SLOW) == 0
    client.close()  # which would go on beside other tests
    assert capsys.readouterr().err == ""


def test_what_is_left_follows_the_chunks_that_are_done(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("sweepstake.run.pace.time.monotonic", lambda: now[0])
    bar = Bar("")
    bar.advance(0.0, 10.0)
    assert bar.seconds() == (0, 10)
    now[0] = 4.0
    bar.advance(2.0, 10.0)  # it takes twice as long as predicted
    assert bar.seconds() == (4, 16)
    now[0] = 6.0
    assert bar.seconds() == (6, 14)
    now[0] = 600.0
    assert bar.seconds() == (600, 30)
    monkeypatch.undo()
    bar.end()

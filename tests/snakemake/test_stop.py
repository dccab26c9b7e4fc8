"""Stopping a run: what signals do to its script."""

import subprocess
import sys

import pytest

from sweepstake.snakemake import stop

BOTH_AT_ONCE = """
import os, signal, time
from sweepstake.snakemake import stop

stop.interrupt_when_told()
try:
    signal.pthread_sigmask(signal.SIG_BLOCK, stop.STOPS)
    for number in stop.STOPS:
        os.kill(os.getpid(), number)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, stop.STOPS)
    time.sleep(10)
except KeyboardInterrupt:
    print("stopped")
time.sleep(0.1)
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(0.1)
print("ended in good order")
"""


def test_two_signals_at_once_stop_it_in_good_order_without_a_traceback():
    """A Ctrl-C comes to the script itself, and Snakemake tells it as well.

    Without a parent that looks like Snakemake, the script would interrupt itself at any moment.
    """
    below_snakemake = [
        "sh",
        "-c",
        '"$0" -c "$1"; exit $?',
        sys.executable,
        BOTH_AT_ONCE,
        "snakemake",
    ]
    ran = subprocess.run(below_snakemake, capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert ran.stdout.split("\n")[:2] == ["stopped", "ended in good order"]
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("words", "is_snakemake"),
    [
        (["/v/bin/python", "/v/bin/snakemake", "--cores", "2"], True),
        (["/v/bin/python", "-m", "snakemake"], True),
        (["/bin/bash", "-c", "set -e; /v/bin/python /x/.snakemake/scripts/tmp.sweep.py"], False),
        (["/v/bin/python", "/x/.snakemake/scripts/tmp.sweep.py"], False),
    ],
)
def test_a_shell_that_runs_a_script_of_snakemakes_is_not_taken_for_it(words, is_snakemake):
    assert stop._is_snakemake(words) == is_snakemake

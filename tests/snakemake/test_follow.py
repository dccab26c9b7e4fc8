"""The progress of jobs elsewhere, read from their logs."""

import pytest

from sweepstake.snakemake.follow import Follower


@pytest.fixture
def log(tmp_path):
    return tmp_path / "s.log"


def test_lines_with_a_time_are_told_once_they_are_whole(log):
    said = []
    follower = Follower([log], said.append)
    follower.look()
    log.write_text("12:00:00 s: 1 of 2 points\nwhat a worker prints\n12:00:02 s: 2 of")
    follower.look()
    assert said == ["s: 1 of 2 points"]
    with log.open("a") as more:
        more.write(" 2 points\n")
    follower.look()
    follower.look()
    assert said == ["s: 1 of 2 points", "s: 2 of 2 points"]


def test_what_an_earlier_run_left_is_not_told(log):
    log.write_text("12:00:00 s: earlier\n")
    said = []
    follower = Follower([log], said.append)
    follower.look()
    assert said == []


def test_a_log_that_begins_again_is_told_from_its_beginning(log):
    log.write_text("12:00:00 s: earlier, and longer\n")
    said = []
    follower = Follower([log], said.append)
    log.write_text("12:00:03 s: anew\n")
    follower.look()
    assert said == ["s: anew"]


def test_the_end_is_told(log):
    said = []
    follower = Follower([log], said.append)
    follower.start()
    log.write_text("12:00:00 s: done\n")
    follower.stop()
    assert said == ["s: done"]

"""What `status` says of a run under way."""

import json
from datetime import datetime

import pytest

from running import GOOD
from sweepstake import cli
from sweepstake.run.lock import held
from sweepstake.run.progress import status_file
from sweepstake.upkeep import status


@pytest.fixture
def left(tmp_path):
    """`left(seconds)`: a sweep's status while a run has noted so many seconds left."""
    (tmp_path / "good.yaml").write_text(GOOD)

    def note(seconds):
        noted = status_file(tmp_path, "war")
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(json.dumps({"failed": 0, "seconds_left": seconds}))
        with held(tmp_path, "war"):
            [row] = status.listing(tmp_path / "good.yaml", tmp_path).rows
            [its] = status.statuses(tmp_path / "good.yaml", tmp_path)
        return row[status.HEADER.index("time left")], its.seconds_left

    return note


@pytest.mark.parametrize("noted", [-0.0, -1e-9, 0.0, -3.0])
def test_no_time_left_is_zero_whatever_rounding_left(noted, left):
    said, seconds = left(noted)
    assert said == "0 s"
    assert str(seconds) == "0.0"


def test_time_left_is_told_as_people_do(left):
    assert [left(seconds)[0] for seconds in (42.4, 600.0, 7200.0, None)] == [
        "42 s", "10 minutes", "2 h", "",
    ]  # fmt: skip


def test_programs_get_the_moment_of_the_last_chunk(tmp_path, capsys):
    (tmp_path / "good.yaml").write_text(GOOD)
    words = ["status", "--config", str(tmp_path / "good.yaml"), "--results", str(tmp_path)]
    assert cli.main([*words, "--format", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert row["last_stored"] is None
    assert status._hour(None) == "never"
    now = datetime.now().isoformat(timespec="seconds")
    assert status._hour(now) in (now[11:], now[:10])
    assert status._hour("2020-02-03T04:05:06") == "2020-02-03"

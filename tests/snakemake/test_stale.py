"""Tables that answer something else than is asked now, whatever the clock says."""

import os
import time
from pathlib import Path

from sweepstake.snakemake.dates import AHEAD, settle
from sweepstake.snakemake.stale import ALL, NOTE, OLD, note_shown, reshown_files


def test_files_that_are_ahead_of_the_clock_are_put_back_in_their_order(tmp_path):
    names = ("data/s.parquet", "tables/s.csv", "report.html", ".points/q/shard.parquet")
    now = time.time()
    for place, name in enumerate(names):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (now, now + 3600 + 10 * place))
    settle(tmp_path)
    made = [(tmp_path / name).stat().st_mtime for name in names[:3]]
    assert made == sorted(made)
    assert abs(made[2] - made[0] - 20) < 1e-3
    assert now - 10 < made[2] <= time.time() - AHEAD / 2
    assert (tmp_path / names[3]).stat().st_mtime > now + 3600  # the store's dates do not count


def test_files_of_the_past_are_left(tmp_path):
    (tmp_path / "report.html").touch()
    os.utime(tmp_path / "report.html", (10**9, 10**9))
    settle(tmp_path)
    settle(tmp_path / "nowhere")
    assert (tmp_path / "report.html").stat().st_mtime == 10**9


def test_files_of_others_are_left(tmp_path):
    for name in ("report.html", "notes.txt"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time(), time.time() + 3600))
    settle(tmp_path)
    assert (tmp_path / "notes.txt").stat().st_mtime > time.time() + 3000
    assert (tmp_path / "report.html").stat().st_mtime < time.time()


def test_what_shows_other_sweeps_or_in_another_way_is_made_anew(tmp_path):
    made = {"table t": ("q",), "plot p": ("q", "r")}
    (tmp_path / NOTE).parent.mkdir()

    def anew(shown):
        marks = reshown_files(shown, made, tmp_path, tmp_path / "marks")
        paths = {name: Path(file) for name, [file] in marks.items()}
        found = {name for name, path in paths.items() if path.stat().st_mtime > OLD}
        return found, {path.read_text() for path in paths.values()}

    shown = {"q": "code one=1", "r": "code"}
    assert anew(shown)[0] == set()  # nothing is noted
    note_shown(shown, tmp_path / NOTE)
    assert anew(shown)[0] == set()
    assert anew(shown | {"q": "code one=1 two=2"})[0] == {"table t", "plot p", ALL}
    other = shown | {"r": "other"}
    (first, once), (again, twice) = anew(other), anew(other)
    assert first == again == {"plot p", ALL}
    assert not once & twice  # a mark with the content of the last one would be none
    (tmp_path / NOTE).write_text("[]")
    assert anew(shown)[0] == {"table t", "plot p", ALL}

"""Files appear whole or not at all, and half-written ones are removed."""

from contextlib import suppress

from sweepstake.store import files


def test_a_file_that_is_not_finished_is_not_there(tmp_path):
    file = tmp_path / "file"
    with suppress(RuntimeError), files.writing(file, tmp_path) as stream:
        stream.write(b"half")
        raise RuntimeError
    assert not file.exists()
    files.write(file, b"whole", tmp_path)
    assert file.read_bytes() == b"whole"
    assert list((tmp_path / ".partial").glob("*")) == []


def test_files_that_were_left_half_written_are_removed_when_they_are_old(tmp_path, monkeypatch):
    left = tmp_path / ".partial" / "old"
    files.write(left, b"half", tmp_path)
    files.remove_partial(tmp_path)
    assert left.exists()
    monkeypatch.setattr(files, "HOUR", -1.0)
    files.remove_partial(tmp_path)
    assert not left.exists()

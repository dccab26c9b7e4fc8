"""Hashes of files in their normal form are remembered, and never believed against the files."""

import pytest

from sweepstake.source import remembered
from sweepstake.source.read import digest

FILES = (("a.py", b"x = 1  # one\n"), ("b.txt", b"two"))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return lambda: sorted((tmp_path / "sweepstake" / "normal").iterdir())


def test_what_is_remembered_is_what_is_computed(kept):
    made = remembered.normal_digest(FILES)
    assert made == digest(remembered.in_normal_form(FILES))
    [file] = kept()
    assert file.read_text().startswith(made)
    assert remembered.normal_digest(FILES) == made
    assert len(kept()) == 1


def test_other_text_of_the_same_form_has_the_same_hash(kept):
    made = remembered.normal_digest(FILES)
    assert remembered.normal_digest((("a.py", b"x = (1)\n"), FILES[1])) == made
    assert remembered.normal_digest((("a.py", b"x = 2\n"), FILES[1])) != made
    assert len(kept()) == 3


def test_a_damaged_memory_is_not_believed(kept):
    made = remembered.normal_digest(FILES)
    [file] = kept()
    for text in (f"{'0' * 64} {'1' * 64}", made, "", file.read_text().replace(made[:3], "000")):
        file.write_text(text)
        assert remembered.normal_digest(FILES) == made
    file.write_bytes(b"\xff\xfe")
    assert remembered.normal_digest(FILES) == made


def test_where_nothing_can_be_kept_it_is_computed(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert remembered.normal_digest(FILES) == digest(remembered.in_normal_form(FILES))

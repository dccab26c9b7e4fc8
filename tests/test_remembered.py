"""Hashes of files in their normal form are kept, by the bytes of the files."""

import pytest

from sweepstake.source.identity import _normal, hashes

FILES = (("a.py", b"x = 1  # one\n"), ("b.txt", b"two"))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return lambda: sorted((tmp_path / "sweepstake" / "normal").iterdir())


def test_what_is_kept_is_what_is_computed(kept):
    assert hashes(FILES) == hashes(FILES) == _normal(FILES)
    assert len(kept()) == 1


def test_other_text_of_the_same_form_has_the_same_hash(kept):
    assert hashes((("a.py", b"x = (1)\n"), FILES[1])) == hashes(FILES)
    assert hashes((("a.py", b"x = 2\n"), FILES[1])) != hashes(FILES)
    assert len(kept()) == 3


@pytest.mark.parametrize("text", [b"", b"[1]", b'{"a.py": "0', b"\xff\xfe"])
def test_a_damaged_file_is_written_anew(kept, text):
    hashes(FILES)
    [file] = kept()
    whole = file.read_bytes()
    file.write_bytes(text)
    assert hashes(FILES) == _normal(FILES)
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_it_is_computed(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert hashes(FILES) == _normal(FILES)

"""Who knows what: what the import contracts can't say."""

import re

import pytest


@pytest.fixture(scope="module")
def sources(root):
    package = root / "src" / "sweepstake"
    return {
        path.relative_to(package).as_posix(): path.read_text() for path in package.rglob("*.py")
    }


def test_only_the_store_reads_and_writes_parquet(sources):
    """Tables in memory are Arrow's everywhere; its files are the store's."""
    knows = {
        name for name, text in sources.items() if re.search(r"pyarrow(\.| import )parquet", text)
    }
    assert {name.split("/")[0] for name in knows} == {"store"}


def test_one_file_knows_the_file_systems_of_arrow(sources):
    knows = {name for name, text in sources.items() if re.search(r"pyarrow(\.| import )fs\b", text)}
    assert knows == {"store/remote.py"}


def test_a_folder_has_about_ten_modules(sources):
    folders = {}
    for name in sources:
        folder = name.rpartition("/")[0]
        folders.setdefault(folder, []).append(name)
    assert {name: len(held) for name, held in folders.items() if len(held) > 15} == {}


def test_no_module_is_longer_than_some_pages(sources):
    lengths = {name: len(text.splitlines()) for name, text in sources.items()}
    assert {name: length for name, length in lengths.items() if length > 320} == {}

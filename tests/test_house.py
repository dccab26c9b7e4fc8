"""Who knows what: what the import contracts can't say; and the versions that are tried."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version


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


def test_a_module_is_one_object_or_idea_that_can_be_read_at_once(sources):
    lengths = {name: len(text.splitlines()) for name, text in sources.items()}
    assert {name: length for name, length in lengths.items() if length > 600} == {}


def test_the_lowest_versions_that_are_tried_are_the_lowest_that_are_allowed(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    allowed = {of.name: of.specifier for of in map(Requirement, project["dependencies"])}
    locked = re.findall(
        r"^([\w-]+)==([\w.]+)", (root / "locks/lowest.lock").read_text(), re.MULTILINE
    )
    lowest = {of: Version(version) for of, version in locked}
    bounds = [(of, s.version) for of, said in allowed.items() for s in said if s.operator == ">="]
    assert len(bounds) > 10
    assert [(of, lowest[of]) for of, version in bounds if lowest[of] != Version(version)] == []

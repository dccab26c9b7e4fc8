"""Whatever is edited of a puzzle, no run gives the stored answer of what it was before."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from editing import every
from edits import EDITS


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    root = tmp_path_factory.mktemp("edits")
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(every, root).result()


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_no_edited_puzzle_is_answered_by_what_was_stored_before(found, edit):
    (before, _), (after, count) = found[edit.name]
    if edit.comes in ("new", "the same"):
        assert count == 1
        assert isinstance(before, list)
        assert (after == before) == (edit.comes == "the same"), after
    elif edit.comes == "kept":
        assert (after, count) == (before, 0)
        assert isinstance(before, list)
    else:
        assert edit.comes in before
        assert edit.comes in after

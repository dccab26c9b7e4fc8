"""The notebooks in docs/: whole, stored without outputs, and their code runs."""

import nbformat
import pytest

from running import ROOT, python

NOTEBOOK = ROOT / "docs" / "explore.ipynb"


def read(notebook):
    """The cells of a notebook, which is whole."""
    held = nbformat.read(notebook, as_version=4)
    nbformat.validate(held)
    return held.cells


def printed(notebook, folder):
    """What the code of a notebook prints, run in a folder."""
    words = ("-W", "error", ROOT / "tests" / "notebook.py", notebook)
    return python(*words, cwd=folder, MPLBACKEND="Agg").stdout


@pytest.fixture(scope="module")
def cells():
    return read(NOTEBOOK)


def test_it_is_stored_without_outputs(cells):
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert len(code) > 10
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_it_asks_five_questions_each_followed_by_code(cells):
    headings = [number for number, cell in enumerate(cells) if cell.source.startswith("## ")]
    asked = [cells[number].source.splitlines()[0] for number in headings]
    assert [heading[3:5] for heading in asked] == ["1.", "2.", "3.", "4.", "5."]
    assert all(heading.endswith("?") for heading in asked)
    assert all(cells[number + 1].cell_type == "code" for number in headings)


def test_its_cells_run_in_order_after_a_run(tiny):
    """From a folder beside the one that has `results`, as Jupyter does."""
    (tiny / "docs").mkdir(exist_ok=True)
    said = printed(NOTEBOOK, tiny / "docs")
    assert "within 3 standard errors" in said
    assert said.count("Axes(") == 2


def test_the_one_that_begins_with_nothing_runs_in_an_empty_folder(tmp_path):
    notebook = ROOT / "docs" / "rules.ipynb"
    assert all(not cell.get("outputs") for cell in read(notebook))
    said = printed(notebook, tmp_path)
    assert "6 of 6 promises are kept" in said
    assert "outcome at least 3 is at least 1/2 first at tosses=10: 50.8% (65/128)" in said

import pandas as pd
import pytest

from running import python
from sweepstake.puzzle import Finding, Puzzle, Table
from sweepstake.report import tables


def test_a_table_is_written_with_all_digits_and_with_sensible_ones(tmp_path):
    frame = pd.DataFrame({"ways": ["1" * 500], "p": [1 / 3], "n": pd.array([None], "Int64")})
    table = Table("toy_t", "Title", "Caption.", (), lambda frames: frame, {"p": ".2f"})
    tables.write(table, [{}], tmp_path / "t.csv", tmp_path / "t.md")
    assert (tmp_path / "t.csv").read_text() == f"ways,p,n\n{'1' * 500},0.3333333333333333,\n"
    assert (tmp_path / "t.md").read_text().splitlines() == [
        "# Title",
        "",
        "Caption.",
        "",
        "| ways | p | n |",
        "| :--- | ---: | ---: |",
        f"| {'1' * 44} ... | 0.33 |  |",
    ]


WRITTEN = """
from pathlib import Path
import pandas as pd
import pytest
from sweepstake.puzzle import Table
from sweepstake.report import tables
table = Table("t", "Title", "13 \\u00d7 4 cards", (), lambda frames: pd.DataFrame({"n": [1]}))
tables.write(table, [{}], Path("t.csv"), Path("t.md"))
"""


@pytest.mark.slow
def test_tables_are_in_utf_8_whatever_the_locale(tmp_path):
    python("-c", WRITTEN, cwd=tmp_path, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "13 \u00d7 4 cards" in (tmp_path / "t.md").read_text("utf-8")


def test_a_finding_is_there_only_if_its_table_is_made_and_shows_it(tmp_path):
    findings = tuple(
        Finding(asked, "Yes.", table, lambda rows, most=most: bool(rows["p"].max() < most))
        for asked, table, most in (("a?", "t", 1.0), ("b?", "t", 0.1), ("c?", "other", 1.0))
    )
    findings += (Finding("of rows that are not there?", "Yes.", "t", lambda rows: rows.p[9] > 0),)
    pd.DataFrame({"p": [0.5]}).to_csv(tmp_path / "t.csv")
    puzzle = Puzzle("coin", (), findings=findings)
    tables.write_findings([puzzle], ["t"], tmp_path / "f.csv", tmp_path / "f.md")
    assert pd.read_csv(tmp_path / "f.csv").values.tolist() == [
        ["Coin", "a?", "Yes.", "results/tables/t.csv"]
    ]


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        (3.13243617e-09, "", "3.13244 × 10⁻⁹"),
        (319_240_343.4, "", "319,240,343"),
        (2536.0, "", "2,536"),
        (0.7238659386, "", "0.723866"),
        (5.12e12, ".3g", "5.12 × 10¹²"),
    ],
)
def test_numbers_have_few_digits_and_powers_of_ten_as_people_write_them(value, spec, text):
    assert tables.in_words(pd.DataFrame({"n": [value]}), {"n": spec}, {}).rows == [(text,)]


def test_people_may_see_another_shape_than_programs(tmp_path):
    frame = pd.DataFrame({"n": [1, 2, 3]})
    table = Table("t", "T", "C.", (), lambda frames: frame, shown=lambda rows: rows.tail(1))
    tables.write(table, [{}], tmp_path / "t.csv", tmp_path / "t.md")
    assert (tmp_path / "t.csv").read_text() == "n\n1\n2\n3\n"
    assert (tmp_path / "t.md").read_text().endswith("| n |\n| ---: |\n| 3 |\n")

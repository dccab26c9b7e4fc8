import pandas as pd

from sweepstake.puzzle.display import Table
from sweepstake.report import tables


def test_a_table_is_written_with_all_digits_and_with_sensible_ones(tmp_path):
    made = pd.DataFrame({"deck": ["13 x 4"], "p": [1 / 3], "n": pd.array([None], "Int64")})
    table = Table("war_t", "Title", "Caption.", (), lambda frames: made, {"p": ".2f"})
    tables.write(table, [{}], tmp_path / "t.csv", tmp_path / "t.md")
    assert (tmp_path / "t.csv").read_text() == "deck,p,n\n13 x 4,0.3333333333333333,\n"
    assert (tmp_path / "t.md").read_text().splitlines() == [
        "# Title",
        "",
        "Caption.",
        "",
        "| deck | p | n |",
        "| :--- | ---: | ---: |",
        "| 13 x 4 | 0.33 |  |",
    ]


def test_a_long_fraction_is_shortened_only_for_people(tmp_path):
    made = pd.DataFrame({"exact": ["1" * 500]})
    table = Table("war_t", "Title", "Caption.", (), lambda frames: made)
    tables.write(table, [{}], tmp_path / "t.csv", tmp_path / "t.md")
    assert "1" * 500 in (tmp_path / "t.csv").read_text()
    assert len((tmp_path / "t.md").read_text()) < 200

"""What CSV files hold, for programs and terminals."""

import io

import numpy as np
import pandas as pd
from hypothesis import example, given
from hypothesis import strategies as st

from sweepstake.report import tables

TEXT = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1)


def written(frame):
    file = io.StringIO()
    tables.write_csv(frame, file)
    return file.getvalue()


def test_a_category_is_a_text():
    assert written(pd.DataFrame({"x": pd.Categorical(["=1", None])})) == 'x\n=1\n""\n'


def test_a_terminal_gets_no_commands():
    assert written(pd.DataFrame({"\x1b[2Jx": ["\x1b[31mred\n"]})) == "\\x1b[2Jx\n\\x1b[31mred\\n\n"


def test_numbers_are_as_they_were():
    frame = pd.DataFrame(
        {
            "a": [-3, 4], "b": [-0.5, np.nan], "c": pd.array([-(2**53) - 1, None], "Int64"),
            "d": ["-1/2", "-7"], "e": pd.array([True, None], "boolean"), "f": [2**63 - 1, None],
            "g": pd.Series([-(2**53) - 1, None], dtype=object),
        }
    )  # fmt: skip
    assert written(frame) == frame.to_csv(index=False, lineterminator="\n")


@given(st.lists(TEXT, min_size=1))
@example([" ", "x", " "])
def test_what_prints_is_read_as_it_was_written(texts):
    read = tables.read_csv(io.StringIO(written(pd.DataFrame({"x": texts}))), ["x"])
    assert read["x"].tolist() == texts


def test_words_that_pandas_takes_for_missing_are_words():
    words = ["null", "nan", "NA", "None", ""]
    read = tables.read_csv(
        io.StringIO(written(pd.DataFrame({"x": words, "n": [1.5] * 4 + [np.nan]})))
    )
    assert read["x"].tolist()[:4] == words[:4]
    assert read["x"].isna().tolist() == read["n"].isna().tolist() == [False] * 4 + [True]
    assert read["n"].dtype == float

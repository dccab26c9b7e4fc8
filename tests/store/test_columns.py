"""Columns that are built without pandas hold what Arrow's own way puts there."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from running import python
from sweepstake.store.columns import built

LARGEST = 2**63 - 1
VALUES = {
    pa.int64(): st.integers(-LARGEST, LARGEST),
    pa.float64(): st.floats(allow_nan=False),
    pa.bool_(): st.booleans(),
    pa.string(): st.text(),
}
ALONE = """
import sys
import pyarrow as pa
from sweepstake.store.columns import built
assert built([1, None], pa.int64()).to_pylist() == [1, None]
assert "pandas" not in sys.modules
"""


@pytest.mark.parametrize("kind", VALUES, ids=str)
@given(st.data())
def test_a_built_column_is_arrow_s_own(kind, data):
    values = data.draw(st.lists(st.none() | VALUES[kind]))
    column = built(values, kind)
    column.validate(full=True)
    assert column.equals(pa.array(values, kind))
    assert column.null_count == values.count(None)


def test_a_column_is_built_without_pandas():
    python("-c", ALONE)

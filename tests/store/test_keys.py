import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.store import keys

KEYS = st.lists(
    st.tuples(
        st.binary(min_size=32, max_size=32).map(bytes.hex),
        st.integers(0, 2**62),
        st.integers(0, 2**62),
    ),
    max_size=8,
)
ZEROS = [(bytes(32).hex(), 0, trials) for trials in (0, 1, 256)]


@given(KEYS, KEYS)
def test_a_key_is_found_where_it_first_stands(some, others):
    some, among = some + ZEROS[:1], others + some + ZEROS + others
    found = keys.places(keys.packed(some), keys.packed(among)).tolist()
    assert found == [among.index(key) for key in some]


@given(KEYS, KEYS)
def test_what_is_not_there_is_not_found(some, others):
    missing = [key for key in some if key not in others]
    assert (keys.places(keys.packed(missing), keys.packed(others)) == -1).all()


@given(KEYS)
def test_chunks_and_trials_are_read_back(some):
    chunks, trials = keys.numbers(keys.packed(some))
    assert list(zip(chunks.tolist(), trials.tolist(), strict=True)) == [key[1:] for key in some]
    assert keys.packed(some).dtype == np.uint8

"""However chunks lie in shards, the table that is made of them has the same bytes."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from stored import MANY, QUESTION, compacted, found, paths, put
from sweepstake.store.export import export
from sweepstake.store.gather import Gathering
from sweepstake.store.shards import Store

NUMBERS = range(len(MANY))


@st.composite
def layouts(draw):
    """Some shards that have every chunk at least once, in any order."""
    order = draw(st.permutations(NUMBERS))
    cuts = sorted(draw(st.sets(st.integers(1, len(order) - 1))))
    parts = [order[begin:end] for begin, end in pairwise([0, *cuts, len(order)])]
    again = draw(st.lists(st.lists(st.sampled_from(NUMBERS), min_size=1, unique=True), max_size=5))
    return draw(st.permutations([*parts, *again]))


def made(store):
    """The bytes of the table of all chunks."""
    chunks, shards = found(store, *MANY)
    export(Gathering(store, shards), "s", [chunks], "")
    return (store.results / "data" / "s.parquet").read_bytes()


def laid_out(folder, layout):
    store = Store(Path(folder), QUESTION)
    for shard in layout:
        put(store, *(MANY[number] for number in shard))
    return store


@settings(max_examples=25)
@given(layouts())
def test_any_layout_makes_the_same_bytes_before_and_after_compaction(layout):
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        whole = made(laid_out(one, [NUMBERS]))
        store = laid_out(other, layout)
        assert made(store) == whole
        compacted(store, MANY)
        assert made(store) == whole
        compacted(store, MANY)
        assert made(store) == whole
        assert len(paths(store)) <= 2 + 2 * 8

"""However chunks lie in shards, the table that is made of them has the same bytes."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from computing import sweep
from stored import MANY, QUESTION, SOURCE, compacted, found, paths, put, put_answers
from sweepstake.plan.chunks import cut, located, with_params
from sweepstake.puzzle.answer import Computed, read
from sweepstake.store import parquet
from sweepstake.store import rows as stored_rows
from sweepstake.store.export import Gathering, export
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
    export(store, "s", [Gathering(store, shards).rows(chunks)], "")
    return (store.results / "data" / "s.parquet").read_bytes()


def laid_out(folder, layout):
    store = Store(Path(folder), QUESTION)
    for shard in layout:
        put(store, *(MANY[number] for number in shard))
    return store


@cache
def of_one_shard():
    with TemporaryDirectory() as folder:
        return made(laid_out(folder, [NUMBERS]))


@settings(max_examples=10)
@given(layouts())
def test_any_layout_makes_the_same_bytes_before_and_after_compaction(layout):
    with TemporaryDirectory() as folder:
        store, whole = laid_out(folder, layout), of_one_shard()
        assert made(store) == whole
        compacted(store, MANY)
        assert made(store) == whole
        compacted(store, MANY)
        assert made(store) == whole
        assert len(paths(store)) <= 2 + 2 * 8


squares = st.lists(st.integers(-9, 99), min_size=1, max_size=9)
boards = st.lists(squares | st.just("tiny"), min_size=1, max_size=12)


@settings(max_examples=12)
@given(boards, st.lists(st.text("fb", min_size=2, max_size=5), min_size=1, max_size=3), st.data())
def test_lists_are_keys_of_chunks_and_come_back_as_they_were(walk, some, steps, data):
    grid = {"grid": {"board": some, "steps": steps}, "methods": ["exact"]}
    points = sweep("walk_where", grid).points
    chunks, answer = cut(points), walk.methods["exact"].answer
    with TemporaryDirectory() as folder:
        store = Store(Path(folder), walk)
        order = data.draw(st.permutations(range(len(points))))
        middle = data.draw(st.integers(0, len(order)))
        for part in filter(None, (order[:middle], order[middle:])):
            answers = [
                Computed.of(walk, "exact", read(answer(**points[place].params)), 0.1)
                for place in part
            ]
            own = with_params(points, chunks.take(pa.array(part)))
            partition = store.partition("exact", SOURCE, None)
            put_answers(partition, own, stored_rows.answers(walk, answers))
        chunks, shards = located(store, points, chunks, SOURCE)
        assert min(chunks["_shard"].to_pylist() + chunks["_row"].to_pylist()) >= 0
        stored = Gathering(store, shards).rows(with_params(points, chunks))
        export(store, "s", [stored], "")
        rows = parquet.read(store.results / "data" / "s.parquet").to_pylist()
    assert [walk.read(row) for row in rows] == [point.params for point in points]
    assert [row["square"] for row in rows] == [
        next(iter(answer(**point.params))) for point in points
    ]

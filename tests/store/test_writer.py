"""Answers that tasks return are written soon, together, and all of them."""

import pytest

from stored import (
    EXACT,
    MANY,
    METHODS,
    POINTS,
    QUESTION,
    SAMPLED,
    SOURCE,
    key,
    origin,
    paths,
    stored,
)
from stored import rows as chunk_rows
from sweepstake.plan.chunks import with_params
from sweepstake.store import rows, writer
from sweepstake.store.shards import Partition, Store
from sweepstake.store.writer import Writer


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path, QUESTION)


def add(to, store, *some):
    """Add chunks of one point, as a task returns them."""
    point = some[0][0]["_place"]
    partition = store.partition(METHODS[point], SOURCE, 1 if point == SAMPLED else None)
    answers = rows.answers(QUESTION, [computed for _, computed in some])
    to.add(partition, with_params(POINTS, chunk_rows(some)), answers, origin())


def test_the_answers_of_many_tasks_are_written_together(store):
    with Writer(seconds=60) as to:
        for one in MANY:
            add(to, store, one)
            to.write_due()
        assert paths(store) == []
    assert stored(store) == {key(one) for one in MANY}
    assert len(paths(store)) == 2  # of two methods


def test_answers_wait_for_some_time_only(store, monkeypatch):
    now = 100.0
    monkeypatch.setattr(writer.time, "monotonic", lambda: now)
    with Writer(seconds=2) as to:
        add(to, store, MANY[1])
        now += 1.5
        add(to, store, MANY[2])
        to.write_due()
        assert paths(store) == []
        now += 0.5
        to.write_due()
        assert stored(store) == {key(MANY[1]), key(MANY[2])}
        add(to, store, EXACT)
        to.write_due()
        assert len(stored(store)) == 2


def test_large_answers_do_not_wait(store, monkeypatch):
    monkeypatch.setattr(writer, "BYTES", 1)
    with Writer(seconds=60) as to:
        add(to, store, EXACT)
        to.write_due()
        assert stored(store) == {key(EXACT)}


def test_what_an_error_interrupts_is_written(store):
    def interrupted():
        with Writer(seconds=60) as to:
            add(to, store, EXACT)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert stored(store) == {key(EXACT)}


def test_what_is_not_written_when_writing_is_interrupted_is_written_later(store, monkeypatch):
    def interrupted(self, rows):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(Partition, "write_rows", interrupted)

    def written():
        with Writer(seconds=0) as to:
            add(to, store, EXACT)
            to.write_due()

    with pytest.raises(KeyboardInterrupt):
        written()
    assert stored(store) == {key(EXACT)}


def test_a_store_that_can_not_be_written_is_said_once(store):
    (store.results / ".points").write_text("")
    to = Writer(seconds=0)
    add(to, store, EXACT)
    with pytest.raises(OSError, match=r"^nothing can be stored in .*/\.points: .*; make it wr"):
        to.write_due()
    to.write()

from dataclasses import replace

from sweepstake.sweep.point import Point, pieces
from sweepstake.sweep.task import BATCH_PIECES, BATCH_SECONDS, batches

CHEAP = [Point("war_sweep", "formula", (("ranks", 2 * r), ("suits", 1))) for r in range(1, 200)]
DEAR = [Point("war_length", "simulate", (("ranks", 13), ("suits", 4), ("down", 3)), 10**7, 1)]


def tasks(points):
    return list(batches(piece for point in points for piece in pieces(point)))


def test_every_piece_is_in_exactly_one_task():
    wanted = [piece.key for point in CHEAP + DEAR for piece in pieces(point)]
    given = [piece.key for task in tasks(CHEAP + DEAR) for piece in task.pieces]
    assert sorted(wanted) == sorted(given)


def test_cheap_points_travel_together_and_dear_chunks_alone():
    assert len(tasks(CHEAP)) < 5
    assert all(len(task.pieces) == 1 for task in tasks(DEAR))


def test_methods_that_alternate_travel_apart():
    mixed = [replace(p, method=m) for p in CHEAP for m in ("formula", "independent")]
    assert [len({piece.point.method for piece in task.pieces}) for task in tasks(mixed)] == [1, 1]


def test_no_batch_is_too_long():
    for task in tasks(CHEAP * 20):
        assert len(task.pieces) <= BATCH_PIECES
        assert task.cost <= BATCH_SECONDS or len(task.pieces) == 1


def test_the_dearest_go_first():
    costs = [task.cost for task in tasks(CHEAP + DEAR)]
    assert costs == sorted(costs, reverse=True)

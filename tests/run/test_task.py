from sweepstake.config import spec
from sweepstake.plan.chunks import cut
from sweepstake.run.task import BATCH_PIECES, BATCH_SECONDS, batches

RANKS = {"range": [2, 250, 2]}
CHEAP = {"grid": {"ranks": RANKS, "suits": 1}, "methods": ["formula"]}
DEAR = {"list": [{"ranks": 13, "suits": 4}], "methods": {"simulate": {"trials": 10**9}}}
MANY = {"grid": {"ranks": RANKS, "suits": {"range": [1, 12]}}, "methods": ["formula"]}


def pieces(*blocks):
    sweep = {"question": "war_sweep", "points": list(blocks)}
    return cut(spec.sweep({"sweeps": {"s": sweep}}, "s").points)


def test_every_piece_is_in_exactly_one_task():
    every = pieces(CHEAP, DEAR)
    given = [piece.key for task in batches(every) for piece in task.pieces]
    assert sorted(given) == sorted(piece.key for piece in every)


def test_cheap_points_travel_together_and_dear_chunks_alone():
    assert len(batches(pieces(CHEAP))) < 5
    assert all(len(task.pieces) == 1 for task in batches(pieces(DEAR)))


def test_methods_that_alternate_travel_apart():
    mixed = batches(pieces(CHEAP | {"methods": ["formula", "independent"]}))
    assert [len({piece.point.method for piece in task.pieces}) for task in mixed] == [1, 1]


def test_no_batch_is_too_long():
    for task in batches(pieces(MANY)):
        assert len(task.pieces) <= BATCH_PIECES
        assert task.cost <= BATCH_SECONDS * (1 + 1e-9) or len(task.pieces) == 1


def test_the_dearest_go_first():
    costs = [task.cost for task in batches(pieces(CHEAP, DEAR))]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 5

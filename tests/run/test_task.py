from computing import sweep
from sweepstake.plan.chunks import KEY, cut
from sweepstake.run import task as tasks
from sweepstake.run.task import MOST_TASK_SECONDS, OVERHEAD, TASK_SECONDS, Tasks

COINS = {"range": [2, 250, 2]}
CHEAP = {"grid": {"coins": COINS, "sides": 1}, "methods": ["formula"]}
DEAR = {"list": [{"coins": 13, "sides": 4}], "methods": {"simulate": {"trials": 10**9}}}
MANY = {"grid": {"coins": COINS, "sides": {"range": [1, 12]}}, "methods": ["formula"]}


def points(*blocks):
    return sweep("toy_won", *blocks).points


def made(*blocks):
    asked = points(*blocks)
    return [*Tasks(asked, cut(asked))]


def keys(table):
    return {tuple(row.values()) for row in table.select(KEY).to_pylist()}


def test_every_chunk_is_in_exactly_one_task():
    every, given = cut(points(CHEAP, DEAR)), made(CHEAP, DEAR)
    assert sum(map(len, given)) == len(every)
    assert set().union(*(keys(task.chunks) for task in given)) == keys(every)


def test_cheap_points_travel_together_and_dear_ones_are_parted():
    assert len(made(CHEAP)) < 5
    assert len(made(DEAR)) > 30


def test_methods_that_alternate_travel_apart():
    mixed = made(CHEAP | {"methods": ["formula", "nearly"]})
    assert [len({chunk.method for chunk in task}) for task in mixed] == [1, 1]


def test_no_task_is_too_long():
    for task in made(MANY):
        assert task.cost + OVERHEAD * len(task) <= TASK_SECONDS * (1 + 1e-9) or len(task) == 1


def test_the_dearest_go_first():
    costs = [task.cost for task in made(CHEAP, DEAR)]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 5


def test_a_huge_sweep_has_longer_tasks(monkeypatch):
    monkeypatch.setattr(tasks, "TASKS", 100)
    block = {**DEAR, "methods": {"simulate": {"trials": 10**10}}}
    given = made(block)
    assert sum(map(len, given)) > 1_000
    assert len(given) < 200
    longest = max(task.cost for task in given)
    assert TASK_SECONDS < longest <= MOST_TASK_SECONDS * (1 + 1e-9)

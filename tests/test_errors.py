"""Errors have names: one base, a ValueError if the input is at fault, and a line of text."""

import pickle
import re

import dask
import pytest

import sweepstake
from sweepstake import errors
from sweepstake.cluster import client
from sweepstake.game.reading.program import RefusedError
from sweepstake.puzzle import register
from sweepstake.store import parquet

PUBLIC = {name: getattr(errors, name) for name in errors.__all__}


@pytest.fixture(autouse=True)
def forgotten():
    yield
    register._local.clear()


def test_all_have_one_base_and_are_on_the_page(root):
    page = (root / "docs" / "api.md").read_text()
    for name, error in PUBLIC.items():
        assert issubclass(error, errors.SweepstakeError)
        assert f"autoexception:: {name}\n" in page
    assert issubclass(errors.InputError, ValueError)
    assert not issubclass(errors.OverLimitError, ValueError)


@pytest.mark.parametrize("error", PUBLIC.values())
def test_they_survive_a_pipe(error):
    again = pickle.loads(pickle.dumps(error("line 3: why")))
    assert (type(again), str(again)) == (error, "line 3: why")


def test_a_refused_function_is_sent_with_its_line():
    again = pickle.loads(pickle.dumps(RefusedError(7, "del is known for items only")))
    assert isinstance(again, errors.RefusedError)
    assert again.line == 7


def refused(draw):
    total = draw.die(6)
    del total
    return draw.die(6)


def sums(draw, n):
    return sum(draw.die(6) ** k for k in range(n))


def fails(draw) -> int:
    return 1 // (draw.die(6) - 1)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: sweepstake.answer("war_swept"), errors.InputError, "there is no question"),
        (lambda: sweepstake.answer("war_sweep", rank=3), errors.InputError, "no parameter 'rank'"),
        (lambda: sweepstake.answer("war_sweep", ranks=0), errors.InputError, "ranks is 0; allowed"),
        (
            lambda: sweepstake.answer(refused, method="states"),
            errors.RefusedError,
            ": del of a variable is not needed",
        ),
        (lambda: sweepstake.answer(fails), errors.NoAnswerError, "ZeroDivisionError"),
        (
            lambda: sweepstake.answer("war_sweep", ranks=13, suits=4, limit=1e-9),
            errors.OverLimitError,
            "over the limit",
        ),
    ],
)
def test_each_mistake_has_its_name(ask, error, message):
    with pytest.raises(error, match=re.escape(message)) as raised:
        ask()
    assert "\n" not in str(raised.value)
    if error is errors.RefusedError:
        assert raised.value.line == refused.__code__.co_firstlineno + 2


def test_a_cluster_that_is_not_there_is_an_error_by_name():
    where = {"sweepstake.cluster": {"address": "tcp://127.0.0.1:9", "wait": 1}}
    client.close()  # that of an earlier test
    with dask.config.set(where), pytest.raises(errors.ClusterError, match="no cluster with"):
        sweepstake.answer("war_sweep", ranks=3, suits=2)


def test_a_damaged_file_is_an_error_by_name(tmp_path):
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(errors.DamagedFileError, match="is damaged"):
        parquet.read(tmp_path / "damaged.parquet")

"""How good the estimates are: the points of config/config.yaml, measured by predicted seconds."""

import pyarrow as pa
import pytest

from running import ROOT
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.chunks import predicted
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.run.task import Task
from sweepstake.run.work import compute


def cheapest(chunks):
    """Which chunk of each method is predicted to take least."""
    cost, methods = chunks["cost"].to_pylist(), chunks["method"].to_pylist()
    first = {m: k for k, m in sorted(enumerate(methods), key=lambda km: -cost[km[0]])}
    return pa.array([first[m] == k for k, m in enumerate(methods)])


@pytest.mark.benchmark(group="points of config.yaml, a predicted second")
@pytest.mark.parametrize("name", register.questions())
def test_estimates(benchmark, name, tmp_path):
    sweeps = spec.sweeps(read_config(ROOT / "config" / "config.yaml")).values()
    [chunks] = [plan(one, tmp_path).missing for one in sweeps if one.question.name == name]
    for one in Task(name, 1, chunks.filter(cheapest(chunks))):
        compute(one)  # compiles what is not compiled yet
    benchmark.extra_info.update(by=name, units=predicted(chunks), asked={"factor": 3})
    benchmark.pedantic(lambda: [compute(one) for one in Task(name, 1, chunks)], rounds=1)

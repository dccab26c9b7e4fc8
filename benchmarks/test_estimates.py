"""How good the estimates are: the points of config/config.yaml, measured by predicted seconds."""

import pyarrow.compute as pc
import pytest

from running import ROOT
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.chunks import predicted
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.run.task import Task
from sweepstake.run.chunk import answer as compute


@pytest.mark.benchmark(group="points of config.yaml, a predicted second")
@pytest.mark.parametrize("name", register.questions())
def test_estimates(benchmark, name, tmp_path):
    sweeps = spec.sweeps(read_config(ROOT / "config" / "config.yaml")).values()
    [chunks] = [plan(one, tmp_path).missing for one in sweeps if one.question.name == name]
    for method in pc.unique(chunks["method"]):  # compiles what is not compiled yet
        own = chunks.filter(pc.equal(chunks["method"], method)).sort_by("cost")
        compute(next(iter(Task(name, 1, own.slice(0, 1)))))
    benchmark.extra_info.update(by=name, units=predicted(chunks), asked={"factor": 3})
    benchmark.pedantic(lambda: [compute(one) for one in Task(name, 1, chunks)], rounds=1)

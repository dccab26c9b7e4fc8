"""A Slurm and hosts on this machine, what a local run makes, and the figures that are printed."""

import json
from functools import partial
from time import monotonic

import pytest

import waiting
from real import slurm as slurms
from real.running import Run
from running import ROOT
from sweepstake import answer

FIGURES = []
SWEEP = """\
seed: 1
sweeps:
  wars:
    question: war_length
    points:
      - grid: {{ranks: 13, suits: 4, down: [0, 1, 2, 3]}}
        methods: {{simulate: {{trials: {trials}}}}}
"""


def pytest_addoption(parser):
    parser.addoption(
        "--required", action="store_true", help="what can't be had fails, and is not skipped"
    )


def pytest_terminal_summary(terminalreporter):
    if FIGURES:
        terminalreporter.section("on clusters, against the same on this machine alone")
        for line in FIGURES:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def had(request):
    """`had(obstacle)` skips, or fails where parts are required, if there is an obstacle."""

    def had(obstacle):
        if obstacle and request.config.getoption("--required"):
            pytest.fail(obstacle)
        if obstacle:
            pytest.skip(obstacle)

    return had


@pytest.fixture(scope="session")
def slurm(had, tmp_path_factory):
    had(slurms.obstacle())
    with slurms.Slurm(tmp_path_factory.mktemp("slurm"), 3) as its:
        yield its


@pytest.fixture
def free(slurm):
    """Slurm with nothing in its queue, before and after."""
    slurm.clear()
    yield slurm
    slurm.clear()


class Local:
    """A config, and what a run of it on this machine makes."""

    def __init__(self, folder, config, *targets):
        self.asked = (config, *targets)
        with Run(folder, *self.asked) as run:
            assert run.finish() == 0, run.text
        self.tables, self.seconds = run.tables, run.seconds
        self.chunks = run.shards.stored()


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    return Local(tmp_path_factory.mktemp("tiny"), ROOT / "config" / "tiny.yaml")


def wars(folder, trials):
    config = folder / "wars.yaml"
    config.write_text(SWEEP.format(trials=trials))
    return Local(folder, config, "results/data/wars.parquet")


@pytest.fixture(scope="session")
def short(tmp_path_factory):
    """A sweep of some fifteen seconds on two cores: jobs come while it is under way."""
    return wars(tmp_path_factory.mktemp("short"), games_in(30) // 4)


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """A sweep of some seconds."""
    return wars(tmp_path_factory.mktemp("few"), 900_000)


@pytest.fixture(scope="session")
def longer(tmp_path_factory):
    """A sweep that takes two workers longer than the shortest job that Slurm knows.

    That is a minute, but Slurm looks at the time of jobs only every half a minute. Its chunks wait,
    so it lasts as long on a machine that is busy now and idle in a minute.
    """
    folder = tmp_path_factory.mktemp("longer")
    config = folder / "wars.yaml"
    chunks = round(2 * 110 / waiting.LONG)
    config.write_text(json.dumps(waiting.config(chunks, "wars", method="dawdle")))
    return Local(folder, config, "results/data/wars.parquet")


def games_in(seconds):
    """How many games this machine plays in a time on one core, with 0 to 3 cards face down."""
    play = partial(answer, "war_length", method="simulate", trials=100_000, ranks=13, suits=4)
    play(down=0)  # compiles
    spent = -monotonic()
    for down in range(4):
        play(down=down)
    return int(4 * 100_000 * seconds / (spent + monotonic()))


@pytest.fixture
def same(request):
    """`same(run, local)` checks that a run made what a local one did, and notes its figures.

    What was stored once is not computed again, whatever was killed: only the run stores answers.
    """

    def same(run, local, note=""):
        assert run.tables == local.tables
        computed = run.shards.chunks()
        twice = [origins for origins in computed.values() if len(origins) > 1]
        lost = len({*local.chunks} - {*run.shards.stored()})
        FIGURES.append(
            f"{request.node.name}: {len(local.chunks)} chunks, {lost} lost, {len(twice)} computed "
            f"twice; {run.seconds:.0f} s against {local.seconds:.0f} s{note and f'; {note}'}"
        )
        assert lost == 0
        assert {*run.shards.stored().values()} == {1}
        assert not twice

    return same

"""The puzzles in examples/ keep their promises, and their configs run."""

import pandas as pd
import pytest
import yaml

from boxes import check_plots
from running import ROOT, snakemake, some
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.testing import promises

EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
pytestmark = pytest.mark.usefixtures("unregistered")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_its_promises(name):
    made = promises(str(ROOT / "examples" / f"{name}.py"))
    assert len(made) % 5 == 1  # five of each question, one of the puzzle
    for promise in made:
        promise()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_short_and_has_a_config_and_a_page(name):
    assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) <= 45
    sweeps = spec.sweeps(read_config(ROOT / "examples" / f"{name}.yaml"))
    assert {sweep.question.name for sweep in sweeps.values()} == {*sweeps}
    page = (ROOT / "examples" / f"{name}.md").read_text()
    for sweep in sweeps.values():
        assert f"`{sweep.name}`" in page
        assert all(f"`{method}`" in page for method in {point.method for point in sweep.points})
    assert f"[{name}]({name}.md)" in (ROOT / "examples" / "README.md").read_text()


def thinned(values, step):
    """What a grid has for a parameter: of a range every so many, and the last."""
    if not (isinstance(values, dict) and "range" in values):
        return values
    low, high, *by = values["range"]
    return sorted({*range(low, high + 1, step * (*by, 1)[0]), high})


@pytest.fixture(scope="module", params=some([1, 3], [3]))
def ran(tmp_path_factory, request):
    """The results of all examples, run as one config."""
    folder = tmp_path_factory.mktemp("examples")
    configs = [yaml.safe_load((ROOT / "examples" / f"{n}.yaml").read_text()) for n in EXAMPLES]
    puzzles = [str(ROOT / "examples" / name) for config in configs for name in config["puzzles"]]
    sweeps = {name: sweep for config in configs for name, sweep in config["sweeps"].items()}
    blocks = [block for sweep in sweeps.values() for block in sweep["points"]]
    for grid in [block["grid"] for block in blocks if "grid" in block]:
        grid.update((name, thinned(values, request.param)) for name, values in grid.items())
    (folder / "all.yaml").write_text(yaml.safe_dump({"puzzles": puzzles, "sweeps": sweeps}))
    said = snakemake("--configfile", "all.yaml", cwd=folder)
    assert said.returncode == 0, said.stderr
    return folder / "results"


@pytest.mark.system
def test_every_example_is_checked_and_has_a_table_and_a_plot(ran):
    checks = pd.read_csv(ran / "checks.csv")
    unjudged = checks[checks["verdict"] == "for comparison"]  # samples beside a mean that is known
    assert {*checks["verdict"]} <= {"agrees", "for comparison"}
    assert {*unjudged["strength"]} <= {"bound"}, unjudged
    for question in ("ruin_reached", "monty_won", "craps_lasts"):
        assert len(pd.read_csv(ran / "tables" / f"{question}.csv")) > 10
        assert (ran / "plots" / f"{question}.svg").stat().st_size > 10_000
    assert len(pd.read_csv(ran / "tables" / "findings.csv")) == 0


@pytest.mark.system
def test_the_known_answers_come_out(ran):
    def exact(sweep, query):
        rows = pd.read_parquet(ran / "data" / f"{sweep}.parquet").query(query)
        return {*rows["exact"].dropna()}

    switched = "doors == 10 and opened == 5 and strategy == 'switch' and won"
    assert exact("monty_won", switched) == {"9/40"}
    assert exact("ruin_reached", "stake == 90 and p == '1/2' and reached") == {"9/10"}
    assert len(exact("craps_lasts", "rolls == 154 and lasts")) == 1
    risk = "attackers == 1 and defenders == 1 and winner == 'attackers'"
    assert exact("risk_battle", risk) == {"5/12"}


@pytest.mark.system
def test_no_words_of_a_plot_touch_or_leave_the_picture(ran):
    check_plots(ran.parent / "all.yaml", ran)

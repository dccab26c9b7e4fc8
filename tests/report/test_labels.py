"""The words of charts never touch and never leave the picture, in random sweeps and in runs."""

from fractions import Fraction
from math import log10

import numpy as np
import pandas as pd
import pytest

from boxes import check_panel, check_plots
from running import ROOT, snakemake, some
from sweepstake.puzzle import Choice, Column, Method, Parameter, Question, Rational, register
from sweepstake.report.defaults.plot import plot

SWEEPS, MOST_POINTS = 50, 450
MOST_BYTES = 600_000
KINDS = {"exact": "exact", "float": "float", "simulate": "sampled", "rare": "rare"}


def parameter(rng, place):
    """A parameter, and some of its values, one of which is usual."""
    name, kind = "abc"[place], rng.choice(["int", "choice", "rational"], p=[0.6, 0.2, 0.2])
    if kind == "choice":
        words = ("no", "always", "when it is behind", "the other one")[: rng.integers(1, 5)]
        usual = words[int(rng.integers(len(words)))]
        return Choice(name, "what a player does", words, usual), [*words]
    size = int(rng.choice([1, 2, 5, 30, 400])) if place == 0 else int(rng.integers(1, 5))
    if kind == "rational":
        values = [Fraction(k + 1, size + 1) for k in range(size)]
        usual = values[int(rng.integers(size))]
        named = Rational(name, "how likely a point is", 0, 1, usual)
        return named, [str(value) for value in values]
    step = int(rng.choice([1, 2, 1000]))
    usual = step * int(rng.integers(size)) if rng.random() < 0.7 else None
    return Parameter(name, "cards in the deck", 0, 10**6, usual), [k * step for k in range(size)]


def answer(rng, column, p, method):
    """The outcomes of one answer, with their probabilities."""
    if column.type == "bool":
        return {True: p, False: 1 - p}
    if column.type == "string":
        return {"A": p, "B": (1 - p) * 0.7, "nobody": (1 - p) * 0.3}
    size = int(rng.choice([1, 2, 12, 80]))
    shares = rng.dirichlet(np.ones(size))
    return dict(zip(range(0, 3 * size, 3), shares.tolist(), strict=True))


def rows(rng, column, point, method, p):
    trials = 10_000 if KINDS[method] in ("sampled", "rare") else None
    for outcome, share in answer(rng, column, p, method).items():
        count = rng.binomial(trials, share) if KINDS[method] == "sampled" else None
        yield point | {
            "method": method,
            column.name: outcome,
            "probability": share if count is None else count / trials,
            "log10_probability": log10(share) if share else float("nan"),
            "exact": None,
            "count": count,
            "trials": trials,
            "standard_error": (share * (1 - share) / trials) ** 0.5 if trials else None,
            "left_out": None,
        }


def sweep(seed):
    """A question, and answers at some points, by some methods, that are as odd as can be."""
    rng = np.random.default_rng(seed)
    swept = [parameter(rng, place) for place in range(rng.integers(1, 4))]
    kind = str(rng.choice(["bool", "int", "string"]))
    column = Column("won" if kind == "bool" else "points", kind, "points of a game")
    methods = {name: Method(lambda **params: {}, kind) for name, kind in KINDS.items()}
    question = Question("odd", "How odd?", tuple(p for p, _ in swept), (column,), methods)
    grid = pd.MultiIndex.from_product([values for _, values in swept], names=question.parameter)
    points = grid.to_frame(index=False).to_dict("records")
    points = points[:: len(points) // MOST_POINTS + 1]
    span, alike = float(rng.choice([0.0, 1.0, 6.0, 60.0])), rng.random() < 0.1
    some = [name for name in KINDS if rng.random() < 0.5] or ["exact"]
    answers = [
        row
        for k, point in enumerate(points)
        for method in some
        if rng.random() < 0.9 or method == some[0]
        for row in rows(
            rng, column, point, method, 0.5 if alike else 10 ** (-span * k / len(points))
        )
    ]
    frame = pd.DataFrame(answers)
    return question, frame.astype({"count": "Int64", "trials": "Int64", "standard_error": float})


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(SWEEPS), {0, 1, 2, 3, 7, 9}))
def test_no_words_of_a_default_chart_touch_or_leave_the_picture(seed, monkeypatch):
    question, frame = sweep(seed)
    monkeypatch.setattr(register, "question", {"odd": question}.get)
    for panel in plot(question).make({"odd": frame}):
        check_panel(panel)


@pytest.mark.system
def test_no_words_of_a_plot_of_the_tiny_workflow_touch_or_leave_the_picture(tiny):
    check_plots(ROOT / "config" / "tiny.yaml", tiny / "results")


@pytest.mark.long
def test_no_words_of_a_plot_of_the_whole_config_touch_and_its_page_is_under_600_kb(tmp_path):
    config = ROOT / "config" / "config.yaml"
    ran = snakemake("--configfile", config, cwd=tmp_path, timeout=3600)
    assert ran.returncode == 0, ran.stderr
    check_plots(config, tmp_path / "results")
    assert (tmp_path / "results" / "report.html").stat().st_size < MOST_BYTES

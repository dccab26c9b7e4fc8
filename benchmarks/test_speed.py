"""How fast: against plain Python, plain C and the notebooks' methods. Run by `make bench`."""

import random
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import pytest

import by_hand
import peers
from computing import run
from game.rules import pig_alone
from stored import write_decks
from sweepstake.cluster import client
from sweepstake.config import spec
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import below, stream
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import resumable
from sweepstake.game.simulating.simulated import Simulated
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.lifting import solution
from sweepstake.puzzles.coins import groups, search
from sweepstake.puzzles.coins import simulate as coins
from sweepstake.puzzles.guess import exact as guesses
from sweepstake.puzzles.guess import simulate as guess
from sweepstake.puzzles.hands import exact as hands
from sweepstake.puzzles.hands import formula
from sweepstake.puzzles.hands import simulate as dealt_hands
from sweepstake.puzzles.war import letter, simulate
from sweepstake.snakemake import steps

WAR = {"ranks": 13, "suits": 4, "down": 3}
QUEUES, PLAIN_C, TIGHT_C = "plain Python, two queues", "plain C", "C for speed, rings of 64 bytes"


def measured(benchmark, by, work, units=1, rounds=3, asked=None, **how):
    benchmark.extra_info.update(by=by, units=units, asked=asked or {})
    return benchmark.pedantic(work, rounds=rounds, iterations=1, **how)


@pytest.mark.benchmark(group="War, 13 x 4 cards, a game")
class TestWar:
    def test_queues(self, benchmark):
        random.seed(1)
        mean = measured(benchmark, QUEUES, lambda: peers.queued_wars(1000, **WAR), 1000)
        assert 260 < mean < 330

    @pytest.mark.parametrize(("by", "source"), [(PLAIN_C, peers.PLAIN), (TIGHT_C, peers.TIGHT)])
    def test_c(self, benchmark, by, source):
        work = partial(peers.c_wars, peers.compiled_c(source), 400_000, **WAR)
        mean = measured(benchmark, by, work, 400_000, 5)
        assert 292 < mean < 296

    def test_kernel(self, benchmark):
        def work():
            return simulate.length(stream(1, "bench"), 400_000, **WAR)

        work()
        asked = {"times": {QUEUES: 200, TIGHT_C: 3}}
        sample = measured(benchmark, "the kernel", work, 400_000, 5, asked)
        assert sample.total == 400_000

    def test_letter(self, benchmark):
        measured(benchmark, LETTER, lambda: peers.lettered_wars(300, **WAR), 300)

    def test_rules(self, benchmark):
        work = played(letter.length, 2, 20_000, **WAR)
        asked = {"times": {LETTER: 80, "the kernel": 0.05}}
        measured(benchmark, "rules with plain lists, compiled", work, 20_000, 5, asked)


LETTER = "the letter, plain Python"


def played(play, width, trials, **params):
    """Compiled plays of a game, which are compared with plain ones before."""
    method = Simulated(Query(play, width, tuple(range(width))))
    assert method.why_plain(**params) is None
    return lambda: method.answer(stream(1, "bench"), trials, **params)


@pytest.mark.benchmark(group="gambler's ruin, 5 of 10 coins, a game")
class TestRuin:
    PARAMS = {"stake": 5, "goal": 10, "p": Fraction(9, 20)}  # noqa: RUF012

    def test_by_hand(self, benchmark):
        def work():
            return by_hand.ruin(stream(1, "bench"), 10**6, 5, 10, 9, 20)

        work()
        measured(benchmark, "a kernel by hand", work, 10**6, 5)

    def test_rules(self, benchmark):
        work = played(example("ruin").ruin_reached, 1, 10**6, **self.PARAMS)
        asked = {"times": {"a kernel by hand": 0.9}}
        measured(benchmark, "rules, compiled", work, 10**6, 5, asked)


@pytest.mark.benchmark(group="craps, up to 20 rolls, a hand")
class TestCraps:
    def test_by_hand(self, benchmark):
        def work():
            return by_hand.craps(stream(1, "bench"), 10**6, 20)

        work()
        measured(benchmark, "a kernel by hand", work, 10**6, 5)

    def test_rules(self, benchmark):
        work = played(example("craps").craps_lasts, 1, 10**6, rolls=20)
        asked = {"times": {"a kernel by hand": 0.9}}
        measured(benchmark, "rules, compiled", work, 10**6, 5, asked)


@pytest.mark.benchmark(group="states of a game, a transition")
def test_states(benchmark):
    asked = Query(pig_alone, 1, (0,))
    game = resumable(asked)

    def work():
        table = Table(asked, game, {"hold": 20})
        assert table.explore()
        return sum(map(len, table.steps))

    transitions, by = work(), "Pig alone to 100, plain Python"
    measured(benchmark, by, work, transitions, 9, {"seconds": transitions / 500_000})


def walk(n):
    """The equations of a player who wins a round with 9 of 19, and stops with n coins or none."""
    up, half = Fraction(9, 38), Fraction(1, 2)
    rows = {k: {k: half, k - 1: half - up, k + 1: up} for k in range(n)}
    return {k: {m: p for m, p in row.items() if 0 <= m < n} for k, row in rows.items()}


def scattered(n):
    """The equations of steps to three places of all, which sometimes lead out."""
    rng, rows = random.Random(1), {}
    for k in range(n):
        weights = {m: rng.randint(1, 6) for m in rng.sample(range(n), 3)}
        unit = sum(weights.values()) + (rng.random() < 0.02)
        rows[k] = {m: Fraction(weight, unit) for m, weight in weights.items()}
    return rows


@pytest.mark.parametrize(
    ("by", "rows", "size", "asked"),
    [
        ("a walk of 5,000", walk, 5_000, 10),
        ("a walk of 10,000", walk, 10_000, 60),
        ("5,000 scattered", scattered, 5_000, 20),
    ],
)
@pytest.mark.benchmark(group="the states of a component, solved exactly, seconds of the processor")
def test_components(benchmark, by, rows, size, asked):
    benchmark._timer, equations = time.process_time, rows(size)
    sides = {n: [Fraction(1)] for n in equations}
    assert measured(benchmark, by, lambda: solution(equations, sides), 1, 1, {"seconds": asked})


@pytest.mark.parametrize(
    ("by", "name", "question", "params", "asked"),
    [
        ("Pig alone to 100", "alone", 0, {"points": 100}, 5),
        ("Pig alone to 300", "alone", 0, {"points": 300}, 20),
        ("Shut the Box, 12 tiles", "shut", 2, {"tiles": 12}, 12),
    ],
)
@pytest.mark.benchmark(group="best play with its proof, seconds of the processor")
def test_best_play(benchmark, by, name, question, params, asked):
    """The policy, its proof, and the distribution under it; the timer counts this process alone."""
    benchmark._timer = time.process_time

    def work():
        games = run_path(str(Path(__file__).parents[1] / "examples" / f"{name}.py"))["PUZZLE"]
        return games.questions[question].methods["states"].answer(strategy="best", **params)

    assert measured(benchmark, by, work, 1, 1, {"seconds": asked})


@cache
def example(name):
    """An example's module."""
    return SimpleNamespace(**run_path(str(Path(__file__).parents[1] / "examples" / f"{name}.py")))


@compiled
def bare_draws(state, draws):
    """Draws and nothing else: what a simulation can't be faster than."""
    total = 0
    for _ in range(draws):
        total += below(state, 52)
    return total


@pytest.mark.benchmark(group="simulations, a random draw")
class TestDraws:
    def test_bare(self, benchmark):
        state, draws = stream(1, "bench"), 10_000_000
        bare_draws(state, 1)
        measured(benchmark, "a bare draw, 1 of 52", lambda: bare_draws(state, draws), draws, 5)

    def test_flipping(self, benchmark):
        def work():
            return guess.streaks(stream(1, "bench"), 1_000_000, 52)

        games = work()
        draws = sum((right + 2 if right < 51 else 52) * n for right, n in games.counts.items())
        measured(benchmark, "flipping cards, 52 cards", work, draws, 5, {"more": 6e-9})

    def test_hands(self, benchmark):
        def work():
            return dealt_hands.orderable(stream(1, "bench"), 200_000, 7)

        work()
        by = "hands of 7 cards, ordered if one move can"
        measured(benchmark, by, work, 7 * 200_000, 5, {"more": 40e-9})

    def test_coins(self, benchmark):
        def work():
            return coins.moves(stream(1, "bench"), 200_000, 8)

        mean = sum(moves * n for moves, n in work().counts.items())
        measured(benchmark, "a move of the Devil's game, 8 coins", work, mean, 5, {"more": 1e-9})


@pytest.mark.benchmark(group="hands of 0 to 13 cards, all")
class TestHands:
    def test_notebook(self, benchmark):
        def work():
            return [peers.notebook_hands(13)]

        measured(benchmark, "the notebook's method, to 13 cards only", work, rounds=1)

    @pytest.mark.parametrize(("by", "method"), [("exact", hands), ("formula", formula)])
    def test_ours(self, benchmark, by, method):
        def forget():
            for cached in vars(method).values():
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()

        def work():
            return [method.orderable(cards) for cards in range(14)]

        asked = {"times": {"the notebook's method, to 13 cards only": 50}}
        measured(benchmark, by, work, asked=asked, setup=forget)


@pytest.mark.benchmark(group="flipping 1 to 400 cards, all")
class TestGuesses:
    def test_notebook(self, benchmark):
        sys.setrecursionlimit(10_000)
        measured(
            benchmark, "the notebook's cached floats", lambda: peers.notebook_guesses(400), rounds=1
        )

    def test_exact(self, benchmark):
        def work():
            return [guesses.win(cards) for cards in range(1, 401)]

        measured(
            benchmark, "exact, whole counts", work,
            asked={"times": {"the notebook's cached floats": 200}},
            setup=guesses._won_orders.cache_clear,
        )  # fmt: skip


@pytest.mark.benchmark(group="the Devil's coins by search")
@pytest.mark.parametrize(("count", "asked"), [(8, {"seconds": 1}), (12, {"seconds": 2})])
def test_search(benchmark, count, asked):
    measured(
        benchmark,
        f"{count} coins",
        lambda: search.verdict(count, 2),
        asked=asked,
        setup=forget_coins,
    )


def forget_coins():
    for module in (search, groups):
        for cached in vars(module).values():
            if hasattr(cached, "cache_clear"):
                cached.cache_clear()


def config(points):
    return {"sweeps": {"s": {"question": "guess_win", "points": points}}}


TRIVIAL = config([{"grid": {"cards": {"range": [1, 10_000]}}, "methods": ["float"]}])


@pytest.mark.benchmark(group="a sweep of 10,000 trivial points, a point")
class TestEngine:
    def test_computed(self, benchmark, tmp_path):
        folders = (tmp_path / str(k) for k in range(10))

        def work():
            run(spec.sweeps(TRIVIAL)["s"], next(folders), 1)

        measured(benchmark, "computed by one child", work, 10_000, 2)

    def test_nothing_to_do(self, benchmark, tmp_path):
        run(spec.sweeps(TRIVIAL)["s"], tmp_path, 1)

        def work():
            run(spec.sweeps(TRIVIAL)["s"], tmp_path, 1)

        measured(benchmark, "all of them stored", work, 10_000, 3, {"seconds": 1})


@pytest.mark.benchmark(group="checks of 100,000 points, a point")
def test_checks(benchmark, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_decks(33_334, tmp_path / "results", "s")  # by three methods each
    block = {"list": [{"coins": 1, "sides": 2}], "methods": ["exact"]}  # the data has its own
    sweeps = {"s": {"question": "toy_won", "points": [block]}}

    def work():
        steps.check({"sweeps": sweeps}, "results/checks.csv", "coverage.csv", "log")

    measured(benchmark, "every comparison", work, 3 * 33_334, 2, {"seconds": 10})


@pytest.mark.benchmark(group="War on workers, a game")
@pytest.mark.parametrize("workers", [1, 2])
def test_parallel(benchmark, workers, tmp_path):
    def sweep(trials):
        points = [{"list": [WAR], "methods": {"simulate": {"trials": trials}}}]
        return spec.sweeps({"sweeps": {"s": {"question": "war_length", "points": points}}})["s"]

    def work():
        run(sweep(30_000_000), tmp_path / str(time.monotonic_ns()), workers)

    client.client(workers)
    try:
        run(sweep(2_000_000), tmp_path / "warm", workers)
        by = f"{workers} worker{'s' if workers > 1 else ''}"
        asked = {"times": {"1 worker": 1.8}} if workers > 1 else {}
        measured(benchmark, by, work, 30_000_000, 2, asked)
    finally:
        client.close()


@pytest.mark.benchmark(group="starting")
@pytest.mark.parametrize(
    ("by", "words", "asked"),
    [
        ("import sweepstake", ["-c", "import sweepstake"], {"seconds": 0.3}),
        ("sweepstake --help", ["-m", "sweepstake.cli", "--help"], {"seconds": 0.5}),
    ],
)
def test_start(benchmark, by, words, asked):
    def work():
        subprocess.run([sys.executable, *words], check=True, capture_output=True)

    measured(benchmark, by, work, rounds=5, asked=asked)

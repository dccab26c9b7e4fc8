"""Exact means of chains and best play, by us and by Storm, which `make test-oracle` installs."""

from collections import defaultdict
from fractions import Fraction

import pytest

from game.rules import pig_alone
from sweepstake.game.choosing.strategies import Choosing
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import Chain, mean
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.states import States
from test_speed import example, measured

stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make test-oracle")


def duration(draw, stake, goal):
    """How many coins are tossed until a gambler has all of them or none."""
    coins, tosses = stake, 0
    while 0 < coins < goal:
        tosses += 1
        coins += 1 if draw.chance(9, 20) else -1
    return tosses


GAMES = {
    "a gambler's ruin, 100 of 200 coins": (duration, {"stake": 100, "goal": 200}),
    "Pig alone to 100": (pig_alone, {"hold": 20}),
}


def drn(chain):
    """A chain in Storm's format; what its steps add to the outcome is a state's reward."""
    end = len(chain.steps)
    lines = ["@type: DTMC", "@value_type: rational", "@parameters", "", "@reward_models", "added"]
    lines += ["@nr_states", str(end + 1), "@nr_choices", str(end + 1), "@model"]
    for number, steps in enumerate(chain.steps):
        nexts, added = defaultdict(Fraction), Fraction(0)
        for step in steps:
            chance = Fraction(step.ways, step.of)
            nexts[step.to if step.to >= 0 else end] += chance
            added += chance * (step.totals or step.cells)[0]
        lines += [f"state {number} [{added}]{' init' * (not number)}", "\taction 0 [0]"]
        lines += [f"\t\t{to} : {chance}" for to, chance in sorted(nexts.items())]
    return "\n".join([*lines, f"state {end} [0] end", "\taction 0 [0]", f"\t\t{end} : 1", ""])


def by_storm(path):
    chain = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    [wanted] = stormpy.parse_properties('R{"added"}=? [ F "end" ]')
    value = stormpy.model_checking(chain, wanted).get_value(chain.initial_states[0])
    return Fraction(str(value))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", ["Storm, from its file", "ours, from the rules"])
def test_exact_means(benchmark, tmp_path, game, by):
    play, params = GAMES[game]
    states = States(Query(play, 1, (0,)), plays=10)
    chain = states.chain(**params)
    path = tmp_path / "game.drn"
    path.write_text(drn(chain))
    assert by_storm(path) == mean(chain, 0)

    def ours():
        table = Table(chain.table.query, chain.table.game, params)
        assert table.explore()
        return mean(Chain(table), 0)

    benchmark.group = f"exact mean, {game}"
    work = ours if by.startswith("ours") else lambda: by_storm(path)
    measured(benchmark, by, work, 1, 5)


def process(ways):
    """A decision process in Storm's format; what an option costs is its reward."""
    end, choices = len(ways), sum(map(len, ways)) + 1
    lines = ["@type: MDP", "@value_type: rational", "@parameters", "", "@reward_models", "turns"]
    lines += ["@nr_states", str(end + 1), "@nr_choices", str(choices), "@model"]
    for number, options in enumerate(ways):
        lines.append(f"state {number} [0]{' init' * (not number)}")
        for k, way in enumerate(options):
            ends = 1 - sum((chance for _, chance in way.nexts), Fraction(0))
            nexts = [*way.nexts, *([(end, ends)] if ends else [])]
            lines.append(f"\taction {k} [{-way.gain}]")
            lines += [f"\t\t{to} : {chance}" for to, chance in sorted(nexts)]
    return "\n".join([*lines, f"state {end} [0] end", "\taction 0 [0]", f"\t\t{end} : 1", ""])


def least_by_storm(path):
    chosen = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    [wanted] = stormpy.parse_properties('R{"turns"}min=? [ F "end" ]')
    return Fraction(str(stormpy.model_checking(chosen, wanted).get_value(0)))


@pytest.mark.benchmark(group="best play, exact, Pig alone to 100")
@pytest.mark.parametrize("by", ["Storm, from its file", "ours, from the rules, with its proof"])
def test_best_play(benchmark, tmp_path, by):
    game = example("alone").ALONE

    def ours():
        choosing = Choosing(game.play, game.outcomes, game.goal, {})
        return choosing.policy("best", {"points": 100})

    best = ours()
    path = tmp_path / "alone.drn"
    path.write_text(process(best.best.ways))
    assert least_by_storm(path) == best.value
    work = ours if by.startswith("ours") else lambda: least_by_storm(path)
    measured(benchmark, by, work, 1, 3)

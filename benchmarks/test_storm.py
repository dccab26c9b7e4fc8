"""The exact mean of a chain, by us and by Storm, which `make test-oracle` installs."""

from collections import defaultdict
from fractions import Fraction

import pytest

from game.rules import pig_alone
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import Chain, mean
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.states import States
from test_speed import measured

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

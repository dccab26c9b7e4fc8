"""Best play of random decision processes: the best of all stationary policies that surely end."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from sweepstake.game.choosing import best as module
from sweepstake.game.choosing.best import NoBestError, NoStrategyError, Way, best

GAINS = (0, 0, 0, 1, -1, -2, Fraction(1, 2))
END = -1


def table(random):
    """By state its options: a gain, and the next states, which are equally likely."""
    n = random.randint(1, 5)

    def option():
        nexts = tuple(random.randint(END, n - 1) for _ in range(random.randint(1, 3)))
        return random.choice(GAINS), nexts

    return [[option() for _ in range(random.randint(1, 3))] for _ in range(n)]


def ways(options):
    return [[way(*option) for option in state] for state in options]


def way(gain, nexts):
    shares = {to: Fraction(nexts.count(to), len(nexts)) for to in nexts if to != END}
    return Way(Fraction(gain), tuple(shares.items()), END in nexts)


def mean(options, policy):
    """The mean of all gains under a policy, by Gauss's elimination; None unless it surely ends."""
    taken = [state[k] for state, k in zip(options, policy, strict=True)]
    states = reached(taken, 0)
    if not all(END in reached(taken, n) for n in states):
        return None
    order = sorted(states - {END})
    rows = []
    for n in order:
        gain, nexts = taken[n]
        row = [Fraction(n == m) - Fraction(nexts.count(m), len(nexts)) for m in order]
        rows.append([*row, Fraction(gain)])
    for c in range(len(order)):
        pivot = next(k for k in range(c, len(rows)) if rows[k][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for k in range(len(rows)):
            if k != c:
                rows[k] = [x - rows[k][c] * y for x, y in zip(rows[k], rows[c], strict=True)]
    return rows[0][-1]


def reached(taken, n):
    found = [n]
    for state in found:
        found += [] if state == END else sorted({*taken[state][1]} - {*found})
    return {*found}


def grows(options, rounds=400):
    """True if value iteration still finds a better mean after many rounds."""
    allowed = module.sure(ways(options))
    value, marks = [0.0 if k else -1e9 for k in allowed], []
    for _ in range(2):
        for _ in range(rounds):
            value = [
                max(
                    (
                        gain + sum(value[to] if to != END else 0.0 for to in nexts) / len(nexts)
                        for gain, nexts in (options[n][k] for k in allowed[n])
                    ),
                    default=-1e9,
                )
                for n in range(len(options))
            ]
        marks.append(value[0])
    return marks[1] > marks[0] + 0.05


def compared(seed):
    """What becomes of a random process, once it is equal to what enumeration finds."""
    options = table(Random(seed))
    every = product(*(range(len(state)) for state in options))
    means = [m for policy in every if (m := mean(options, policy)) is not None]
    try:
        found = best(ways(options))
    except NoStrategyError:
        assert not means, options
        return "none ends"
    except NoBestError:
        assert grows(options), options
        return "no bound"
    assert found.value[0] == max(means), options
    return "best"


@pytest.mark.parametrize("few", [module.FEW, 0], ids=["exact", "floats first"])
def test_best_play_is_the_best_of_all_stationary_policies(few, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    kinds = [compared(seed) for seed in range(300)]
    assert min(map(kinds.count, ("best", "no bound", "none ends"))) >= 20


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_best_play_of_many_processes(part):
    for seed in range(1_000 + 1_000 * part, 2_000 + 1_000 * part):
        compared(seed)


def test_bellmans_inequalities_hold_for_all_allowed_options():
    for seed in range(100):
        try:
            found = best(ways(table(Random(seed))))
        except (NoStrategyError, NoBestError):
            continue
        for n, k in enumerate(found.policy):
            if k >= 0:
                assert found.worth(n, k) == found.value[n]
                assert all(found.worth(n, j) <= found.value[n] for j in found.allowed[n])


def test_options_that_differ_by_less_than_a_float_can_tell_are_compared_exactly():
    """1 + 10^-30 is better than 1; between large gains, too, where a float cannot tell."""
    tiny, large = Fraction(1, 10**30), Fraction(10**30)
    one = [Way(Fraction(1), (), True), Way(1 + tiny, (), True)]
    assert best([one]).policy == [1]
    out = [Way(large, ((1, Fraction(1)),), False)]
    back = [Way(-large, (), True), Way(tiny - large, (), True)]
    assert best([out, back]).value[0] == tiny


def test_a_policy_changes_only_for_a_better_option():
    """Two rooms: to walk costs nothing, so a policy of ties would walk for ever."""
    walk = lambda to: Way(Fraction(0), ((to, Fraction(1)),), False)  # noqa: E731
    leave = Way(Fraction(3), (), True)
    found = best([[walk(1), leave], [walk(0), leave]])
    assert found.value == [3, 3]
    assert (found.policy[0], found.policy[1]) != (0, 0)

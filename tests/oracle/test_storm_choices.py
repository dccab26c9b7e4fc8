"""Best play of random games against Storm, which solves decision processes in exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sweepstake.errors import NoAnswerError
from sweepstake.game import least, most
from sweepstake.game.choosing.strategies import Choosing
from sweepstake.puzzle import Column

stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make test-oracle")
WORTH = (Column("worth", "rational", "what the end is worth"),)
STEPS = (Column("steps", "int", "what the steps cost"),)


def walk(draw, table, worths):
    """A player goes from state to state; an end is a negative number."""
    state = 0
    while state >= 0:
        options = table[state]
        k = draw.choose(range(len(options)), sees=(state,))
        nexts, weights, _ = options[k]
        state = nexts[draw.pick(weights)]
    return worths[-1 - state]


def pay(draw, table):
    """The same, with what each option costs."""
    state = cost = 0
    while state >= 0:
        options = table[state]
        k = draw.choose(range(len(options)), sees=(state,))
        nexts, weights, price = options[k]
        cost += price
        state = nexts[draw.pick(weights)]
    return cost


@st.composite
def tables(draw):
    """By state its options: the next states (negative ones are ends), their weights, a price."""
    n = draw(st.integers(1, 6))

    def option():
        nexts = draw(st.lists(st.integers(-3, n - 1), min_size=1, max_size=3, unique=True))
        weights = draw(st.lists(st.integers(1, 4), min_size=len(nexts), max_size=len(nexts)))
        return tuple(nexts), tuple(weights), draw(st.integers(1, 3))

    return tuple(tuple(option() for _ in range(draw(st.integers(1, 3)))) for _ in range(n))


def model(table, goods, path):
    """Storm's process: the states, then "good" and "bad"; an end is good with its chance."""
    n = len(table)
    lines = ["@type: MDP", "@value_type: rational", "@parameters", "", "@reward_models", "steps"]
    count = sum(map(len, table)) + 2
    lines += ["@nr_states", str(n + 2), "@nr_choices", str(count), "@model"]
    for state, options in enumerate(table):
        lines.append(f"state {state} [0]" + " init" * (state == 0))
        for k, (nexts, weights, price) in enumerate(options):
            lines.append(f"\taction {k} [{price}]")
            lines += [f"\t\t{to} : {p}" for to, p in shares(nexts, weights, goods, n)]
    for end, label in enumerate(("good", "bad")):
        lines += [f"state {n + end} [0] end {label}", "\taction 0 [0]", f"\t\t{n + end} : 1"]
    path.write_text("\n".join(lines) + "\n")
    return stormpy.build_model_from_drn[stormpy.Rational](str(path))


def shares(nexts, weights, goods, n):
    found = {}
    for to, weight in zip(nexts, weights, strict=True):
        p = Fraction(weight, sum(weights))
        good = goods[-1 - to] if to < 0 else 0
        for at, share in ((n, good), (n + 1, 1 - good)) if to < 0 else ((to, 1),):
            if share:
                found[at] = found.get(at, 0) + p * share
    return sorted(found.items())


def values(process, formula):
    [wanted] = stormpy.parse_properties(formula)
    found = stormpy.model_checking(process, wanted)
    texts = [str(found.get_value(state)) for state in range(process.nr_states)]
    return [None if "inf" in text else Fraction(text) for text in texts]


def surely_ending(table, path):
    """The options after which the end can be reached with probability 1, by Storm; or None."""
    ends = values(model(table, (1, 1, 1), path), 'Pmax=? [ F "end" ]')
    if ends[0] != 1:
        return None
    return tuple(
        tuple(option for option in options if all(to < 0 or ends[to] == 1 for to in option[0]))
        or (((-1,), (1,), 1),)  # a state that no such option reaches
        for options in table
    )


def ours(play, outcomes, goal, **params):
    return Choosing(play, outcomes, goal, {}, plays=10).policy("best", params).value


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("storm") / "process.drn"


many = settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)
worths_of_ends = st.tuples(*[st.fractions(-3, 3, max_denominator=9)] * 3)


@many
@given(table=tables(), worths=worths_of_ends, is_most=st.booleans())
def test_the_best_end_is_that_of_storm(path, table, worths, is_most):
    goal = (most if is_most else least)("worth")
    allowed = surely_ending(table, path)
    if allowed is None:
        with pytest.raises(NoAnswerError, match="no strategy ends every play"):
            ours(walk, WORTH, goal, table=table, worths=worths)
        return
    low, width = min(worths), max(worths) - min(worths) or 1
    goods = tuple((worth - low) / width for worth in worths)
    # to make the good end rare is to make the bad one likely: whoever never ends reaches neither
    label = "good" if is_most else "bad"
    theirs = values(model(allowed, goods, path), f'Pmax=? [ F "{label}" ]')[0]
    share = theirs if is_most else 1 - theirs
    assert ours(walk, WORTH, goal, table=table, worths=worths) == low + width * share


@many
@given(table=tables())
def test_the_least_cost_is_that_of_storm(path, table):
    allowed = surely_ending(table, path)
    assume(allowed is not None)
    theirs = values(model(table, (1, 1, 1), path), 'Rmin=? [ F "end" ]')[0]
    assert ours(pay, STEPS, least("steps"), table=table) == theirs

"""Small games of War, and random games, against Storm: the same chains, both in exact fractions."""

from collections import Counter
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import mean
from sweepstake.game.solving.states import States
from sweepstake.puzzles.war import chain
from sweepstake.puzzles.war.rules import EVEN, deck

stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make test-oracle")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("storm") / "chain.drn"


def model(rows, path):
    """Storm's chain: for each state its reward, and the weights of the next states; none at an end.

    An end has the labels "end" and "end" with its number.
    """
    lines = ["@type: DTMC", "@value_type: rational", "@parameters", "", "@reward_models", "steps"]
    lines += ["@nr_states", str(len(rows)), "@nr_choices", str(len(rows)), "@model"]
    for state, (reward, nexts) in enumerate(rows):
        labels = " ".join(["init"] * (state == 0) + ["" if nexts else f"end end{state}"])
        lines += [f"state {state} [{reward}] {labels}".rstrip(), "\taction 0 [0]"]
        whole = sum(nexts.values()) or 1
        shares = [f"\t\t{to} : {Fraction(n, whole)}" for to, n in sorted(nexts.items())]
        lines += shares or [f"\t\t{state} : 1"]
    path.write_text("\n".join(lines) + "\n")
    return stormpy.build_model_from_drn[stormpy.Rational](str(path))


def checked(dtmc, formula):
    [wanted] = stormpy.parse_properties(formula)
    value = stormpy.model_checking(dtmc, wanted).get_value(dtmc.initial_states[0])
    return Fraction(str(value))


def war(ranks, suits, down):
    """The rows of a game of War, state by state, from a deal on."""
    start = Counter(position for _, position in chain.deals(ranks, suits, EVEN))
    index, queue, rows = {"start": 0}, list(start), [start]
    for state in queue:
        if state not in index:
            index[state] = len(index)
            rows.append(chain.after_play(state, down=down))
            queue.extend(rows[-1])
    return [
        (int(bool(nexts) and number > 0), {index[state]: n for state, n in nexts.items()})
        for number, nexts in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("ranks", "suits", "down"), [(2, 2, 3), (3, 2, 0), (3, 2, 3), (2, 4, 1), (4, 2, 2), (6, 1, 0)]
)
def test_the_length_of_a_game_of_war(path, ranks, suits, down):
    ours = chain.length(ranks, suits, down).counts
    dtmc = model(war(ranks, suits, down), path)
    plays = sum(plays * mass for (plays, _), mass in ours.items())
    assert plays == pytest.approx(float(checked(dtmc, 'R{"steps"}=? [ F "end" ]')), rel=1e-12)
    for most in (len(deck(ranks, suits)) // 2, 10, 20):
        share = sum(mass for (plays, _), mass in ours.items() if plays <= most)
        theirs = checked(dtmc, f'P=? [ F<={most + 1} "end" ]')
        assert share == pytest.approx(float(theirs), abs=1e-12)


def test_the_model_is_the_one_that_the_chain_explores():
    step = partial(chain.after_play, down=3)
    assert not any(step(state) for state in ("A", "B", "tie"))


def wander(draw, graph):
    at = steps = 0
    while graph[at]:
        steps += 1
        nodes, weights = graph[at]
        at = nodes[draw.pick(weights)]
    return at, steps


@st.composite
def graphs(draw):
    """By node the nodes that may come next, with weights; nothing at an end."""
    n = draw(st.integers(2, 9))
    nodes = st.integers(0, n - 1)
    rows = []
    for _ in range(n - 1):
        nexts = draw(st.lists(nodes, min_size=1, max_size=4, unique=True))
        weights = draw(st.lists(st.integers(1, 9), min_size=len(nexts), max_size=len(nexts)))
        rows.append((tuple(nexts), tuple(weights)))
    is_end = draw(st.lists(st.sampled_from([False, False, True]), min_size=n - 1, max_size=n - 1))
    graph = [() if end else row for end, row in zip([False, *is_end[1:]], rows, strict=True)]
    return (*graph, ())


def reached(graph, start):
    """The nodes to which there is a way."""
    found = [start]
    for node in found:
        found += {*(graph[node][0] if graph[node] else ())} - {*found}
    return {*found}


@settings(max_examples=400, deadline=None)
@given(graph=graphs())
def test_ends_and_mean_lengths_are_those_of_storm(path, graph):
    nodes = reached(graph, 0)
    ends = sorted(node for node in nodes if not graph[node])
    assume(all(reached(graph, node) & {*ends} for node in nodes))
    rows = [(int(bool(row)), dict(zip(*row, strict=True)) if row else {}) for row in graph]
    dtmc = model(rows, path)
    law = States(Query(wander, 2, (0,)), plays=10).answer(graph=graph)
    assert {end: law[end] for end in ends} == {
        end: checked(dtmc, f'P=? [ F "end{end}" ]') for end in ends
    }
    chain_of_steps = States(Query(wander, 2, (1,)), plays=10).chain(graph=graph)
    assert mean(chain_of_steps, 1) == checked(dtmc, 'R{"steps"}=? [ F "end" ]')

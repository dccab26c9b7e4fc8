"""Random games against Storm: the same chain, solved by both in exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sweepstake.game.asked import Asked
from sweepstake.game.states import States

stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make test-oracle")


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


def model(graph, path):
    """The game as Storm's chain, in fractions."""
    lines = ["@type: DTMC", "@value_type: rational", "@parameters", "", "@reward_models", "steps"]
    lines += ["@nr_states", str(len(graph)), "@nr_choices", str(len(graph)), "@model"]
    for node, row in enumerate(graph):
        labels = " ".join(["init"] * (node == 0) + ["" if row else f"end end{node}"])
        lines += [f"state {node} [{int(bool(row))}] {labels}".rstrip(), "\taction 0 [0]"]
        nexts = zip(*row, strict=True) if row else [(node, 1)]
        whole = sum(row[1]) if row else 1
        lines += [f"\t\t{to} : {Fraction(weight, whole)}" for to, weight in sorted(nexts)]
    path.write_text("\n".join(lines) + "\n")
    return stormpy.build_model_from_drn[stormpy.Rational](str(path))


def checked(chain, formula):
    [wanted] = stormpy.parse_properties(formula)
    value = stormpy.model_checking(chain, wanted).get_value(chain.initial_states[0])
    return Fraction(str(value))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("storm") / "game.drn"


@settings(max_examples=400, deadline=None)
@given(graph=graphs())
def test_ends_and_mean_lengths_are_those_of_storm(path, graph):
    nodes = reached(graph, 0)
    ends = sorted(node for node in nodes if not graph[node])
    assume(all(reached(graph, node) & {*ends} for node in nodes))
    chain = model(graph, path)
    law = States(Asked(wander, 2, (0,)), plays=10).answer(graph=graph)
    assert {end: law[end] for end in ends} == {
        end: checked(chain, f'P=? [ F "end{end}" ]') for end in ends
    }
    mean = States(Asked(wander, 2, (1,)), plays=10).mean(graph=graph)
    assert mean == checked(chain, 'R{"steps"}=? [ F "end" ]')

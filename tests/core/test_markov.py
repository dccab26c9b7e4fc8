from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core import markov
from sweepstake.core.markov import absorptions, explored


def walk(width, up=1, down=1):
    """A step of a walk between 0 and `width`, both absorbing."""
    return lambda k: {} if k in (0, width) else {k + 1: up, k - 1: down}


def mean_time(chain):
    """The mean number of steps until absorption."""
    return sum(steps * sum(at.values()) for steps, at in enumerate(absorptions(chain)))


def ways_to_ruin(start, width, steps):
    """Walks that first leave at 0 or `width` after `steps` steps, by counting them."""
    paths = {start: 1}
    for _ in range(steps - 1):
        paths = {k: paths.get(k - 1, 0) + paths.get(k + 1, 0) for k in range(1, width)}
    return paths.get(1, 0), paths.get(width - 1, 0)


@given(st.integers(2, 12), st.data())
def test_a_fair_walk_takes_the_product_of_its_distances(width, data):
    start = data.draw(st.integers(1, width - 1))
    chain = explored({start: 1}, walk(width))
    assert mean_time(chain) == pytest.approx(start * (width - start), rel=1e-9)


@given(st.integers(2, 12), st.data())
def test_a_fair_walk_ends_at_an_end_in_proportion_to_its_distance_from_the_other(width, data):
    start = data.draw(st.integers(1, width - 1))
    arrived = list(absorptions(explored({start: 1}, walk(width))))
    assert sum(at[width] for at in arrived) == pytest.approx(start / width, abs=1e-12)
    assert sum(at[0] for at in arrived) == pytest.approx(1 - start / width, abs=1e-12)


@given(st.integers(2, 9), st.data())
def test_absorption_times_are_paths_counted(width, data):
    start = data.draw(st.integers(1, width - 1))
    arrived = absorptions(explored({start: 1}, walk(width)))
    next(arrived)
    for steps, at in enumerate(islice(arrived, 30), 1):
        low, high = ways_to_ruin(start, width, steps)
        assert at[0] == pytest.approx(low / 2**steps, rel=1e-13)
        assert at[width] == pytest.approx(high / 2**steps, rel=1e-13)


def test_the_unit_of_weights_does_not_matter():
    ways = explored({4: 6}, walk(8, up=2, down=6))
    shares = explored({4: 1.0}, walk(8, up=0.25, down=0.75))
    assert list(absorptions(ways)) == list(absorptions(shares))
    fractions = explored({4: 1}, walk(8, up=Fraction(1, 4), down=Fraction(3, 4)))
    assert list(absorptions(ways)) == list(absorptions(fractions))


def test_what_starts_absorbed_arrives_at_once():
    chain = explored({0: 1, 2: 1}, walk(4))
    assert next(absorptions(chain)) == {0: 0.5, 4: 0.0}
    assert mean_time(chain) == pytest.approx(0.5 * 4)


def test_tiny_probabilities_keep_their_digits():
    chain = explored({1: 1}, lambda k: {} if k in (0, 40) else {k + 1: 1, 0: 999})
    arrived = {k: at for at in absorptions(chain, left=1e-130) for k in at if at[k]}
    assert arrived[40][40] == pytest.approx(1e-117, rel=1e-12)


def test_a_chain_that_is_never_absorbed_is_refused(monkeypatch):
    monkeypatch.setattr(markov, "MAX_STEPS", 1000)
    chain = explored({"round": 1}, lambda s: {"and" if s == "round" else "round": 1})
    with pytest.raises(ValueError, match="not absorbed"):
        list(absorptions(chain))

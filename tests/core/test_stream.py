import hashlib
import itertools

import numpy as np
import pytest
from scipy import stats

from sweepstake.core.stream import below, shuffle, stream, word

WORD = 1 << 64


def xoshiro(state):
    """The reference generator in Python's whole numbers (Blackman and Vigna's xoshiro256++)."""

    def turned(x, k):
        return (x << k | x >> 64 - k) % WORD

    a, b, c, d = state
    drawn = (turned((a + d) % WORD, 23) + a) % WORD
    shifted = (b << 17) % WORD
    c, d = c ^ a, d ^ b
    b, a = b ^ c, a ^ d
    return drawn, [a, b, c ^ shifted, turned(d, 45)]


def test_words_are_those_of_the_reference_generator():
    state = stream(1, "reference")
    reference = [int(w) for w in state]
    for _ in range(1000):
        drawn, reference = xoshiro(reference)
        assert int(word(state)) == drawn


def test_a_kernel_and_its_python_source_draw_the_same():
    compiled, plain = stream(2, "same"), stream(2, "same")
    with np.errstate(over="ignore"):
        for bound in range(1, 200):
            assert below(compiled, bound) == below.py_func(plain, bound)
    assert (compiled == plain).all()


@pytest.mark.parametrize("other", [(2, "a", 0), (1, "b", 0), (1, "a", 1)])
def test_another_name_is_another_stream(other):
    assert (stream(1, "a", 0) != stream(*other)).all()


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52, 1000])
def test_draws_below_a_bound_are_uniform(bound):
    state = stream(3, "uniform")
    drawn = np.bincount([below(state, bound) for _ in range(100 * bound)], minlength=bound)
    assert len(drawn) == bound
    assert bound == 1 or stats.chisquare(drawn).pvalue > 1e-4


def test_every_order_of_four_cards_is_as_likely():
    state = stream(4, "orders")
    seen = dict.fromkeys(itertools.permutations(range(4)), 0)
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.uint8)
        shuffle(state, cards, 0, 4)
        seen[tuple(int(c) for c in cards)] += 1
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.complex128])
@pytest.mark.parametrize("step", [1, 3])
def test_any_cards_are_shuffled_where_they_lie_and_nothing_else(kind, step):
    room = np.arange(300).astype(kind)
    before, state = room.copy(), stream(5, "kinds")
    shuffle(state, room[30::step][:40], 4, 33)
    inside = np.zeros(300, bool)
    inside[30::step][:40][4:33] = True
    assert (room[~inside] == before[~inside]).all()
    assert sorted(room[inside], key=abs) == sorted(before[inside], key=abs)
    assert (room[inside] != before[inside]).any()


@pytest.mark.parametrize(
    ("kind", "digest"),
    [
        (np.uint8, "cb6a5891fe76114c"),
        (np.int16, "84ddf8b4b8679704"),
        (np.int64, "c2eb17e70e2ba3ec"),
    ],
)
def test_the_same_seed_shuffles_as_in_every_release_before(kind, digest):
    seen = hashlib.sha256()
    for size in (2, 5, 11, 12, 16, 17, 52):
        for beyond in (0, 16):
            cards, state = np.arange(size + beyond).astype(kind), stream(size, "kept", beyond)
            shuffle(state, cards, 0, size)
            seen.update(cards.tobytes() + state.tobytes())
    assert seen.hexdigest()[:16] == digest

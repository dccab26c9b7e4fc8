"""Small games of War against Storm, a probabilistic model checker."""

from collections import Counter
from functools import partial

import pytest

from sweepstake.puzzles.war import chain
from sweepstake.puzzles.war.rules import EVEN, deck

stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make test-oracle")

END = "end"


@pytest.fixture
def model(tmp_path):
    """The game as Storm's Markov chain, written down state by state in Storm's own format."""

    def written(ranks, suits, down):
        start = Counter(position for _, position in chain.deals(ranks, suits, EVEN))
        index, queue, rows = {"start": 0}, list(start), [start]
        for state in queue:
            if state not in index:
                index[state] = len(index)
                rows.append(chain.after_play(state, down=down))
                queue.extend(rows[-1])
        lines = ["@type: DTMC", "@parameters", "", "@reward_models", "plays"]
        lines += ["@nr_states", str(len(rows)), "@nr_choices", str(len(rows)), "@model"]
        for number, following in enumerate(rows):
            label = "init" if number == 0 else "" if following else END
            lines += [f"state {number} [{int(bool(following) and number > 0)}] {label}".rstrip()]
            lines += ["\taction 0 [0]"]
            whole = sum(following.values())
            shares = {index[state]: weight / whole for state, weight in following.items()}
            for other, share in sorted(shares.items()) or [(number, 1.0)]:
                lines.append(f"\t\t{other} : {share!r}")
        path = tmp_path / "war.drn"
        path.write_text("\n".join(lines) + "\n")
        return stormpy.build_model_from_drn(str(path))

    return written


def checked(dtmc, formula):
    [wanted] = stormpy.parse_properties(formula)
    return stormpy.model_checking(dtmc, wanted).get_value(dtmc.initial_states[0])


@pytest.mark.parametrize(
    ("ranks", "suits", "down"), [(2, 2, 3), (3, 2, 0), (3, 2, 3), (2, 4, 1), (4, 2, 2), (6, 1, 0)]
)
def test_the_mean_length_of_a_game(model, ranks, suits, down):
    ours = chain.length(ranks, suits, down)
    mean = sum(plays * mass for (plays, _), mass in ours.counts.items())
    theirs = checked(model(ranks, suits, down), f'R{{"plays"}}=? [ F "{END}" ]')
    assert mean == pytest.approx(theirs, rel=1e-5)


@pytest.mark.parametrize(("ranks", "suits", "down"), [(2, 2, 3), (3, 2, 1), (2, 4, 0)])
def test_how_many_games_are_over_soon(model, ranks, suits, down):
    ours = chain.length(ranks, suits, down)
    dtmc = model(ranks, suits, down)
    for most in (len(deck(ranks, suits)) // 2, 10, 20):
        share = sum(mass for (plays, _), mass in ours.counts.items() if plays <= most)
        theirs = checked(dtmc, f'P=? [ F<={most + 1} "{END}" ]')
        assert share == pytest.approx(theirs, abs=1e-9)


def test_the_model_is_the_one_that_the_chain_explores():
    step = partial(chain.after_play, down=3)
    assert not any(step(state) for state in ("A", "B", "tie"))

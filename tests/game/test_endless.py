"""A loop that never draws ends each command in a line that names it."""

from collections import Counter
from fractions import Fraction
from math import comb
from threading import Thread

import pytest

import sweepstake
from sweepstake import cli
from sweepstake.core.stream import stream
from sweepstake.game import Ask, Game
from sweepstake.game.asked import Asked
from sweepstake.game.checking import endless
from sweepstake.game.checking.endless import EndlessLoopError
from sweepstake.game.paths import Paths
from sweepstake.game.playing import Sampled, words
from sweepstake.game.simulated import Simulated
from sweepstake.game.states import States
from sweepstake.puzzle import Column, Parameter
from sweepstake.puzzle.method import NoAnswerError

PUZZLE = '''from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Puzzle


def toss(draw: Draw, n: int) -> int:
    """How many heads?"""
    heads = 0
    for _ in range(n):
        heads += draw.below(2)
    while heads >= 0:
        pass
    return heads


PUZZLE = Puzzle("toss_game", (
    Game(toss, (Parameter("n", "tosses", 1, 9),), (Column("heads", "int", "heads"),)),
))
'''
STOPPED = "toss: line 10 has been computing for over 0.3 seconds without a draw; does its loop end?"


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Loops are stopped soon."""
    monkeypatch.setattr(endless, "SECONDS", 0.3)
    monkeypatch.setattr(endless, "EVERY", 0.05)


@pytest.mark.parametrize(
    "words",
    [
        ("answer", "toss", "n=3"),
        ("answer", "toss", "n=2..3"),
        ("answer", "toss", "n=3", "--method", "simulate"),
        ("show", "toss", "n=3", "--seed", "1"),
        ("show", "toss", "states", "n=3"),
        ("questions", "toss"),
    ],
)
@pytest.mark.usefixtures("unregistered")
def test_commands_name_the_line_of_the_loop(tmp_path, capsys, words):
    file = tmp_path / "toss.py"
    file.write_text(PUZZLE)
    assert cli.main([*words, "--puzzle", str(file)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith(STOPPED)


def game(play, *columns, nullable=False):
    """The question for whole numbers that a game of n steps returns."""
    return Game(
        play,
        (Parameter("n", "steps", 1, 9),),
        tuple(Column(name, "int", name, nullable=nullable) for name in columns),
        asks=(Ask(f"ask_{play.__name__}", "When?", columns),),
    )


@pytest.mark.usefixtures("unregistered")
def test_check_names_the_line_of_the_loop(tmp_path, capsys):
    file = tmp_path / "toss.py"
    file.write_text(PUZZLE)
    assert cli.main(["check", str(file)]) == 2
    assert STOPPED in " ".join(capsys.readouterr().out.split())


def waits(draw, n):
    while n and not draw.chance(0):  # which is no draw
        n += 1
    return draw.die(6)


def works(draw, n):
    points = 0
    for _ in range(n):
        points += sum(k % 7 for k in range(100_000)) % 2 + draw.below(2)
    return points


def falls(draw, n):
    place = 0
    while place != n:
        if place < 0 or draw.chance(1, 2):
            place = -1 - draw.below(2)
        else:
            place += 1
    return place


def stuck(draw, n):
    while draw.below(n) >= 0:
        pass
    return 0


@pytest.mark.parametrize("method", [None, "states", "paths", "simulate"])
@pytest.mark.parametrize(("play", "probability"), [(falls, "1/32"), (stuck, None)])
@pytest.mark.usefixtures("unregistered")
def test_a_game_that_may_never_end_says_how_likely_it_ends(play, probability, method):
    ends = f"ends with probability {probability}; else" if probability else "never ends:"
    message = f"{play.__name__} {ends} it goes on for ever at line"
    with pytest.raises(ValueError, match=message):
        sweepstake.answer(game(play, "where"), n=5, method=method)


def climbs(draw, n):
    place, ups = 0, 0
    while place != n:
        if place < 0 or draw.chance(1, 2):
            place = -1 - draw.below(2)
        else:
            place += 1
            ups += 1
        draw.condition(place != 2 or draw.chance(1, 2))
    return place, ups + 1


@pytest.mark.usefixtures("unregistered")
def test_an_outcome_that_may_lack_is_none_where_a_game_never_ends():
    nullable = game(climbs, "top", "ups", nullable=True)
    answer = sweepstake.answer(nullable, n=3)  # 1/8 of all plays are left out, 1/16 end
    assert answer.probability.tolist() == pytest.approx([1 / 14, 13 / 14])
    assert answer.top.isna().tolist() == answer.ups.isna().tolist() == [False, True]
    for method in ("paths", "simulate"):
        with pytest.raises(ValueError, match=r"probability 1/14; .*: use states"):
            sweepstake.answer(nullable, n=3, method=method)
    with pytest.raises(ValueError, match="have it return there"):
        sweepstake.answer(game(climbs, "top", "ups"), n=3)


def cycles(draw, n):
    place, step, moves = draw.below(n), draw.die(3), 0
    while place != 1:
        draw.state(place, step)
        place = (place + step) % n
        moves += 1
    return moves


@pytest.mark.usefixtures("unregistered")
def test_a_state_that_comes_again_without_a_draw_is_a_game_that_never_ends():
    nullable = game(cycles, "moves", nullable=True)
    answer = sweepstake.answer(nullable, n=6)
    share = {1: 1 / 6, 2: 1 / 9, 3: 1 / 18, 4: 1 / 18, 5: 1 / 18, None: 7 / 18}
    found = [None if value != value else value for value in answer.moves.astype(float)]
    assert dict(zip(found, answer.probability, strict=True)) == pytest.approx({0: 1 / 6, **share})
    by_paths = sweepstake.answer(nullable, n=6, method="paths")
    assert by_paths.probability.tolist() == answer.probability.tolist()
    with pytest.raises(ValueError, match="ends with probability 11/18; else"):
        sweepstake.answer(game(cycles, "moves"), n=6)
    with pytest.raises(NoAnswerError, match=r"cycles goes on for ever at line .*: have it return"):
        Simulated(asked(cycles, False)).answer(stream(0, "cycles"), 100, n=6)


def rotates(draw, n):
    cards, turns = draw.shuffled([1, 1] + [0] * n), 0
    while cards[0] == 0:
        draw.state(cards)
        turns += 1
        cards = cards[2:] + cards[:2]
    return turns


@pytest.mark.parametrize(("n", "never"), [(2, 1), (3, 0), (4, 3), (6, 6), (30, 120)])
def test_plays_that_end_after_as_many_draws_as_others_that_never_do(n, never):
    answers = [method(asked(rotates, True)).answer(n=n) for method in (Paths, States)]
    for answer in answers:
        assert answer[None] == Fraction(never, comb(n + 2, 2))
        assert {turns: answer[turns] for turns in answer.counts} == {
            turns: answers[0][turns] for turns in answers[0].counts
        }


def counts_down(draw, n):
    first = draw.below(n)
    left = 3
    while left:
        draw.state(left)
        left -= 1
    return first


def test_a_play_does_not_come_to_the_states_of_others():
    uniform = dict.fromkeys(range(200), Fraction(1, 200))
    answer = Paths(asked(counts_down, True)).answer(n=200)
    assert {first: answer[first] for first in answer.counts} == uniform
    plain = Sampled(words(stream(0, "others")), float("inf"))
    simulated = Simulated(asked(counts_down, True))
    assert None not in {simulated.projected(plain, {"n": n}) for n in [1] * 200}


def best_of(draw, n):
    best, cards = 0, draw.shuffled([0] * n)
    for card in cards:
        best = max(best, card)
        draw.state(best, cards)
    return best


def test_a_loop_over_cards_ends_though_its_state_does_not_change():
    simulated = Simulated(asked(best_of, False))
    assert simulated.answer(stream(0, "best"), 10, n=600) == {0: 10}


def asked(play, nullable):
    return Asked(play, 1, (0,), declared=(Column("moves", "int", "moves", nullable=nullable),))


def both_ways(simulated, trials, **params):
    """The same plays, compiled and in plain Python."""
    assert simulated.why_plain(**params) is None
    plain = Sampled(words(stream(0, "both")), float("inf"))
    counts = Counter(simulated.projected(plain, params) for _ in range(trials))
    assert simulated.answer(stream(0, "both"), trials, **params) == counts
    return counts


def test_a_simulation_counts_plays_that_go_on_for_ever():
    counts = both_ways(Simulated(asked(cycles, True)), 3_600, n=6)
    assert counts[None] / 3_600 == pytest.approx(7 / 18, abs=4 * (7 / 18 * 11 / 18 / 3_600) ** 0.5)


def grows(draw, n):
    twos = n if draw.below(2_000) else 70
    product = 1
    for _ in range(twos):
        product *= 2
    return product


def test_a_play_that_needs_more_than_64_bits_is_played_in_plain_python():
    assert both_ways(Simulated(Asked(grows, 1, (0,))), 10_000, n=3)[1 << 70] > 1


def rarely(draw, n):
    if draw.below(2_000) == 0:
        while n:
            n = helps(n)
    return n


def helps(n):
    while n > 1:
        n = n // 2
    return 7 * n


def certainly(draw, n):
    if draw.below(20_000) == 0:
        while draw.chance(3, 3):
            n += 0
    return n


def surely(draw, n):
    if draw.below(20_000) == 0:
        while not draw.chance("0/7"):
            n += 0
    return n


@pytest.mark.parametrize("play", [rarely, certainly, surely])
def test_a_compiled_loop_without_a_draw_is_stopped_too(play):
    simulated = Simulated(Asked(play, 1, (0,)))
    assert simulated.why_plain(n=6) is None
    with pytest.raises(EndlessLoopError, match=f"{play.__name__}: line"):
        simulated.answer(stream(0, "rarely"), 200_000, n=6)


@pytest.mark.usefixtures("unregistered")
def test_a_function_in_python():
    with pytest.raises(EndlessLoopError, match="waits: line"):
        sweepstake.answer(waits, n=1)
    assert sweepstake.answer(waits, n=0).probability.tolist() == [1 / 6] * 6


def test_in_a_thread_that_is_not_the_main_one():
    messages = []

    def ask():
        try:
            Paths(Asked(waits, 1, (0,))).seconds(n=1)
        except EndlessLoopError as error:
            messages.append(str(error))

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert "waits: line" in messages[0]


def test_a_play_that_takes_long_and_draws_is_not_stopped():
    simulated = Simulated(Asked(works, 1, (0,)))
    assert simulated._draws({"n": 3}) == 4
    with endless.stopped(works):
        assert simulated._draws({"n": 3}) == 4

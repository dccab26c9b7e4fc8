"""A loop that never draws ends each command in a line that names it."""

from collections import Counter
from threading import Thread

import pytest

import sweepstake
from sweepstake import cli
from sweepstake.core.stream import stream
from sweepstake.game import Ask, Game
from sweepstake.game.drawing import playing
from sweepstake.game.drawing.playing import EndlessLoopError, Sampled, words
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import Simulated
from sweepstake.game.solving.paths import Paths
from sweepstake.puzzle import Column, Parameter

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
    monkeypatch.setattr(playing, "SECONDS", 0.3)
    monkeypatch.setattr(playing, "EVERY", 0.05)


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
    *_, line = capsys.readouterr().err.splitlines()  # after how far it is, every ten seconds
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
@pytest.mark.slow
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
        place = (place + step + draw.below(1)) % n
        moves += 1
    return moves


@pytest.mark.usefixtures("unregistered")
@pytest.mark.slow
def test_a_state_that_comes_again_for_certain_is_a_game_that_never_ends():
    nullable = game(cycles, "moves", nullable=True)
    answer = sweepstake.answer(nullable, n=6)
    share = {1: 1 / 6, 2: 1 / 9, 3: 1 / 18, 4: 1 / 18, 5: 1 / 18, None: 7 / 18}
    found = [None if value != value else value for value in answer.moves.astype(float)]
    assert dict(zip(found, answer.probability, strict=True)) == pytest.approx({0: 1 / 6, **share})
    with pytest.raises(ValueError, match="use states"):
        sweepstake.answer(nullable, n=6, method="paths")
    with pytest.raises(ValueError, match="ends with probability 11/18; else"):
        sweepstake.answer(game(cycles, "moves"), n=6)


def both_ways(simulated, trials, **params):
    """The same plays, compiled and in plain Python."""
    assert simulated.why_plain(**params) is None
    plain = Sampled(words(stream(0, "both")), float("inf"))
    counts = Counter(simulated.projected(plain, params) for _ in range(trials))
    assert simulated.answer(stream(0, "both"), trials, **params) == counts
    return counts


def grows(draw, n):
    twos = n if draw.below(2_000) else 70
    product = 1
    for _ in range(twos):
        product *= 2
    return product


def test_a_play_that_needs_more_than_64_bits_is_played_in_plain_python():
    assert both_ways(Simulated(Query(grows, 1, (0,))), 10_000, n=3)[1 << 70] > 1


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
    simulated = Simulated(Query(play, 1, (0,)))
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
            Paths(Query(waits, 1, (0,))).seconds(n=1)
        except EndlessLoopError as error:
            messages.append(str(error))

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert "waits: line" in messages[0]


@pytest.mark.slow
def test_a_play_that_takes_long_and_draws_is_not_stopped():
    simulated = Simulated(Query(works, 1, (0,)))
    assert simulated._draws({"n": 3}) == 4
    with playing.loop_guard(works):
        assert simulated._draws({"n": 3}) == 4

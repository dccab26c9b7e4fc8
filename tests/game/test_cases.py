"""Puzzles that others have published, written from their rules alone: the values are theirs.

Sources: Project Euler 151, 205 and 227; FiveThirtyEight's Riddler, as solved by Josh Silverman,
Donald Rauscher and others; Peter Norvig's notebooks; the QComp benchmarks, as solved exactly by
Storm; Donald Catlin, The Fire Bet; Ethier and Hoppe (2010) for craps; Grinstead and Snell,
exercise 11.2; question 3983 of boardgames.stackexchange.com. The last are the four puzzles and the
secretary problem.

Others of such cases are held elsewhere: the socks on a counter, the glass bridge, the boy born on a
Tuesday, the bill on the table and Huygens's ruin by examples/; the chase of problem 227 by
test_lumping.py.
"""

from fractions import Fraction
from math import comb, isclose

import pytest

from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import mean
from sweepstake.game.solving.states import States

HALF = Fraction(1, 2)


def states(play):
    """The method, with fewer coupled plays than in earnest."""
    return States(Query(play, 1, (0,)), plays=200)


def law(play, **params):
    return states(play).answer(**params)


def pyramid_wins(draw):
    peter = sum(draw.die(4) for _ in range(9))
    colin = sum(draw.die(6) for _ in range(6))
    return peter > colin


def paper_sheets(draw, batches, largest):
    envelope = draw.deck([largest])  # of sheets A1 to A5
    single = 0
    for batch in range(batches):
        if batch > 0 and batch < batches - 1 and len(envelope) == 1:
            single += 1
        size = envelope.draw()
        while size < 5:
            size += 1
            envelope.put(size)
    return single


def chocolates(draw, milk, dark):
    bag = draw.deck(["milk"] * milk + ["dark"] * dark)
    last = ""
    while bag:
        kind = bag.draw()
        if last in ("", kind):
            last = kind
            if not bag:
                return kind == "milk"
        else:
            bag.put(kind)
            last = ""
    return False


def armour(draw, levels):
    level = gems = 0
    while level < levels:
        gems += 1
        level += 1 if draw.chance(levels - level, levels) else -1
    return gems


def cherry_o(draw, cherries):
    basket = spins = 0
    while basket < cherries:
        spins += 1
        spin = draw.among((1, 2, 3, 4, -2, -2, -cherries))
        basket = max(0, basket + spin)
    return spins


def test_cherry_o():
    found = law(cherry_o, cherries=10)
    assert found.means == (Fraction(494813746, 31313403),)
    at_most = [sum(found[k] for k in range(n + 1)) for n in range(41)]
    assert at_most[11] < HALF <= at_most[12]  # the median that is published
    assert isclose(at_most[40], 0.95, abs_tol=5e-4)  # and the 95th percentile, by simulation


def hundred_sided_die(draw, sides):
    rolls, last = 1, draw.die(sides)
    while True:
        rolls += 1
        roll = draw.die(sides)
        if roll < last:
            return rolls
        last = roll


def test_hundred_sided_die():
    found = law(hundred_sided_die, sides=100)
    assert found.means == (Fraction(100, 99) ** 100,)
    rising = [Fraction(comb(99 + n, n), 100**n) for n in range(8)]  # n rolls, none lower
    assert all(found[n] == rising[n - 1] - rising[n] for n in range(2, 8))


def herman(draw, places):
    gaps = [places // 3] * 3  # from each token to the next
    steps = 0
    while gaps:
        steps += 1
        moves = [draw.below(2) for _ in gaps]
        gaps = [gap + moves[k - 2] - moves[k] for k, gap in enumerate(gaps)]
        if 0 in gaps:
            gaps = []
        gaps = sorted(gaps)
    return steps


def haddad_monmege(draw, n, p):
    at, steps = n, 0
    while 0 < at < 2 * n:
        steps += 1
        if at == n:
            at += -1 if draw.chance(p) else 1
        elif draw.chance(1, 2):
            at += -1 if at < n else 1
        else:
            at = n
    return at == 0, steps


@pytest.mark.parametrize(("n", "steps"), [(20, 1572862), (100, 1901475900342344102245054808062)])
@pytest.mark.slow
def test_haddad_monmege(n, steps):
    p = Fraction(7, 10)
    assert States(Query(haddad_monmege, 2, (0,)), 20).answer(n=n, p=p)[True] == p
    found = States(Query(haddad_monmege, 2, (1,)), 20).answer(n=n, p=p)
    assert (len(found), found.left_out, found.means) == (0, 1, (steps,))


def bounded_retransmission(draw, chunks, retries):
    for _ in range(chunks):
        sent = False
        for _ in range(retries + 1):
            if draw.chance("0.98") and draw.chance("0.99"):
                sent = True
                break
        if not sent:
            return True
    return False


def pass_line(draw):
    come = draw.die(6) + draw.die(6)
    if come in (7, 11):
        return True
    if come in (2, 3, 12):
        return False
    while True:
        roll = sum(draw.dice(2, 6))
        if roll in (7, come):
            return roll == come


def fire_bet(draw):
    made = set()
    while True:
        point = draw.die(6) + draw.die(6)
        if point in (2, 3, 7, 11, 12):
            continue
        while True:
            roll = draw.die(6) + draw.die(6)
            if roll == 7:
                return len(made)
            if roll == point:
                made.add(point)
                break


def test_fire_bet():
    found = law(fire_bet)
    published = (0.593939393939, 0.260750492004, 0.101275355549, 0.033434212179, 0.008798178440)
    assert all(abs(found[k] - p) < 5e-13 for k, p in enumerate(published))


def timid_play(draw, holds, need, p):
    while 0 < holds < need:
        holds += 1 if draw.chance(p) else -1
    return holds == need


def night_king(draw, living, dead):
    while living and dead:
        if draw.below(2):
            dead -= 1
        else:
            living, dead = living - 1, dead + 1
    return living > 0


def gate(draw, one, other):
    """The output of a NAND gate, which errs once in 50 times."""
    return (not (one and other)) != draw.chance(1, 50)


def nand_multiplexing(draw, gates, stages):
    ones = 0
    for _ in range(gates):
        one = draw.chance("9/10")
        other = draw.chance("9/10")
        if gate(draw, one, other):
            ones += 1
    for _ in range(2 * stages):
        last, left, ones = ones, ones, 0
        for at in range(gates):
            other = draw.chance(left, gates - at)
            if other:
                left -= 1
            if gate(draw, at < last, other):
                ones += 1
    return 10 * ones < gates


def sweep(draw, ranks, suits):
    """Does A win every battle? Battles are won by rank; how ranks are called doesn't matter."""
    left = [suits] * ranks
    for _ in range(ranks * suits // 2):
        a = draw.pick(left)
        left[a] -= 1
        b = draw.pick(left)
        left[b] -= 1
        if a <= b:
            return False
        left.sort()
    return True


def test_a_sweep_of_war_with_few_cards(golden):
    for deck in ("2x4", "3x2", "4x1"):
        value = golden["war_sweep"]["brute_equals_exact"][deck]
        ranks, suits = map(int, deck.split("x"))
        found = law(sweep, ranks=ranks, suits=suits)[True]
        assert float(found) == pytest.approx(value, abs=5e-6)


@pytest.mark.long
def test_a_sweep_of_war(golden):
    explored = states(sweep).explored(ranks=13, suits=4)
    assert len(explored.table.states) == 1199
    found = law(sweep, ranks=13, suits=4)[True]
    assert found == Fraction(93686147409122073121, 29908397871631390876014250000)
    assert float(found) == pytest.approx(golden["war_sweep"]["13x4"]["probability"], rel=1e-14)


def socks_on_a_chair(draw, pairs, places):
    """Is a place free for each sock without its partner there, until all are paired?"""
    lying, left = 0, 2 * pairs
    while left:
        if draw.chance(lying, left):
            lying -= 1
        elif lying == places:
            return False
        else:
            lying += 1
        left -= 1
    return True


def literal_socks(draw, pairs, places):
    """The same with a set of socks, which makes many more states."""
    chair = set()
    for sock in draw.shuffled([pair for pair in range(pairs) for _ in range(2)]):
        if sock in chair:
            chair.remove(sock)
        elif len(chair) == places:
            return False
        else:
            chair.add(sock)
    return True


def test_socks_on_a_chair_by_counts():
    pairs, places = {"pairs": 14, "places": 9}, {"pairs": 4, "places": 2}
    assert len(states(socks_on_a_chair).explored(**pairs).table.states) == 105
    assert law(socks_on_a_chair, **pairs)[True] == Fraction(15627431, 22309287)
    assert law(socks_on_a_chair, **places) == law(literal_socks, **places)


def literal_collector(draw, kinds):
    got, bought = set(), 0
    while len(got) < kinds:
        got.add(draw.below(kinds))
        bought += 1
    return bought


def collector(draw, kinds):
    got = bought = 0
    while got < kinds:
        if draw.chance(kinds - got, kinds):
            got += 1
        bought += 1
    return bought


def test_a_collector_by_counts():
    for kinds in (2, 3, 6):
        found = law(literal_collector, kinds=kinds)
        assert found == law(collector, kinds=kinds)
        assert found.means == (sum(Fraction(kinds, k) for k in range(1, kinds + 1)),)
    assert len(states(collector).explored(kinds=100).table.states) == 101


def length(draw, ranks, suits, down):
    cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
    a, b, table = cards[0::2], cards[1::2], []
    plays = owed = 0
    while a and b:
        plays += 1
        x, y = a.pop(0), b.pop(0)
        table += [x, y]
        if owed:
            owed -= 1
        elif x == y:
            owed = down
        else:
            (a if x > y else b).extend(draw.shuffled(table))
            table = []
    return plays


def guesses(draw, cards):
    """Is every guess right, if the likelier of higher and lower is guessed each time?"""
    place = draw.below(cards)
    low, high = place, cards - 1 - place
    for _ in range(cards - 1):
        is_lower = draw.below(low + high) < low
        if is_lower != (low > high):
            return False
        if is_lower:
            place = draw.below(low)
            low, high = place, low - 1 - place + high
        else:
            place = draw.below(high)
            low, high = low + place, high - 1 - place
    return True


@pytest.mark.parametrize("cards", [9, 19])
def test_every_guess_right(golden, cards):
    found = law(guesses, cards=cards)[True]
    assert float(found) == pytest.approx(golden["guess_win"][str(cards)], rel=1e-12)


def secretary(draw, n, skip):
    """Is the best of n taken: the first that is better than all before, after some were passed?"""
    is_taken = False
    for k in range(1, n + 1):
        is_better = draw.chance(1, k)  # the k-th is the best of k
        if is_better and is_taken:
            return False
        is_taken = is_taken or (is_better and k > skip)
    return is_taken


BRP = {"chunks": 64, "retries": 5}
LAWS = [
    (pyramid_wins, {}, Fraction(48679795, 84934656), 0),
    (chocolates, {"milk": 2, "dark": 8}, HALF, 0),
    (chocolates, {"milk": 5, "dark": 3}, HALF, 0),
    (bounded_retransmission, BRP, 1 - (1 - Fraction(149, 5000) ** 6) ** 64, 0),
    (bounded_retransmission, BRP, 4.482058790996953e-08, 5e-22),
    (pass_line, {}, Fraction(244, 495), 0),
    (timid_play, {"holds": 1, "need": 8, "p": Fraction(2, 5)}, Fraction(128, 6305), 0),
    (night_king, {"living": 106, "dead": 10}, 0.5012449185, 5e-11),
    (nand_multiplexing, {"gates": 20, "stages": 1}, 0.28641904638485044, 3e-16),
    (secretary, {"n": 100, "skip": 37}, 0.37104, 5e-6),
]
MEANS = [
    (paper_sheets, {"batches": 16, "largest": 1}, Fraction(12138569781349, 26138246400000)),
    (armour, {"levels": 5}, Fraction(128, 3)),
    (herman, {"places": 9}, 12),
    (herman, {"places": 15}, Fraction(100, 3)),
    (length, {"ranks": 3, "suits": 2, "down": 3}, Fraction(919, 195)),
    (length, {"ranks": 2, "suits": 2, "down": 3}, Fraction(10, 3)),
]


@pytest.mark.parametrize(("play", "params", "published", "error"), LAWS)
def test_a_probability_is_the_published_one(play, params, published, error):
    assert abs(law(play, **params)[True] - published) <= error


@pytest.mark.parametrize(("play", "params", "published"), MEANS)
def test_a_mean_is_the_published_one(play, params, published):
    assert mean(states(play).chain(**params), 0) == published

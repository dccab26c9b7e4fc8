"""Compiled exploring: the same states and steps as in plain Python, or plain Python goes on."""

from collections import Counter
from fractions import Fraction

import pytest
from numba.core.errors import NumbaError

from game import compilable_programs
from game.programs import play, rows
from laws import LateError, solved, soon
from sweepstake.game.asked import Asked
from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kernel import Arrays
from sweepstake.game.compiled.exploring.lumping import lumped as arrays_lumped
from sweepstake.game.compiled.exploring.table import Compiled, compiled
from sweepstake.game.resuming.resumable import resumable
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.solving import coupling
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.lumping import lumped

FEW, MANY = 18, 400
FEW_STATES, MAX_STATES = 4, 2_000


def typed(values):
    """Values with the types of their parts."""
    return [
        (type(value), typed(value)) if type(value) in (list, tuple)
        else (value.number, typed(value.kinds)) if type(value) is Deck
        else (type(value), value)
        for value in values
    ]  # fmt: skip


def same(values):
    """Which of some values are one list or deck."""
    lists = [value for value in values if type(value) in (list, Deck)]
    return [next(k for k, other in enumerate(lists) if other is value) for value in lists]


def states(table):
    return [(s.entry, typed(s.values), s.flat, same(s.values)) for s in table.states]


def steps(table):
    return [[(*step, typed(step.cells)) for step in own] for own in table.steps]


def tables(play, width=1, **params):
    """The table by plain Python, and by compiled code."""
    asked = Asked(play, width, tuple(range(width)))
    game = resumable(asked)
    plain = Table(asked, game, params, large=float("inf"))
    plain.explore(MAX_STATES)
    fast = Compiled(plain)
    fast.explore(MAX_STATES)
    return plain, fast


def verdict(seed):
    """Are both tables of a random program equal? Or why there is none."""
    play, text = compilable_programs.program(seed)
    params = {"n": 2, "up": seed % 2 == 0, "who": "z"}
    asked = Asked(play, 1, (0,))
    try:
        with soon(5):
            game = resumable(asked)
            plain = Table(asked, game, params, large=float("inf"))
            plain.explore(MAX_STATES)
    except LateError:
        return "late"
    except Exception as error:
        return f"plain raises {type(error).__name__}"
    try:
        fast = Compiled(plain)
        fast.explore(MAX_STATES)
    except RefusedError as error:
        return f"refused {error}"
    except Exception as error:
        return f"raises {type(error).__name__}"
    assert states(plain) == states(fast), text
    assert steps(plain) == steps(fast), text
    if len(fast.steps) == len(fast.states):
        classes = arrays_lumped(fast)
        if classes is None:
            return "wide"  # a state has too many steps, or weights of more than 64 bits
        assert laws(classes) == laws(lumped(plain.steps)), text
    return "equal"


def verdicts(seeds):
    return Counter(verdict(seed).split()[0] for seed in seeds)


@pytest.mark.parametrize("part", range(3))
def test_random_programs_have_the_same_table(part):
    assert verdicts(range(part, FEW, 3))["equal"] >= 3


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_random_programs_have_the_same_table(part):
    counts = verdicts(range(FEW + part, FEW + MANY, 20))
    assert counts["equal"] >= counts["refused"]


def push(items, x):
    items.append(x)
    if len(items) > 3:
        items.pop(0)


def cards(draw, n):
    """Decks, shuffled cards, tuples and texts."""
    deck, hand, last, words = draw.deck([1, 1, 2, 3]), [0], (0, 0), ["x"]
    for card in draw.shuffled("aab"):
        hand.extend(draw.shuffled([n, 0, n]))
        last = last[1:] + (deck.draw() if deck else 0,)  # noqa: RUF005
        if card == "b" and last[0] == last[1]:
            deck.put(hand.pop())
        words.append(card)
        words, hand = words[-1:], hand[-2:]
    return -1 if words[0] == "a" else sum(last) + 10 * len(deck) + 100 * max(hand)


def sometimes(x):
    if x > 1:
        value = x
    return value


def war(draw, ranks, suits):
    cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
    a, b, table = cards[0::2], cards[1::2], []
    while a and b:
        x, y = a.pop(0), b.pop(0)
        table += [x, y]
        if x != y:
            (a if x > y else b).extend(draw.shuffled(table))
            table.clear()
    return "A" if a else "B" if b else "tie"


EXPLORED = rows("""
coupons(n): got, bought = [0] * 3, 0
    -> while min(got) < n: k = draw.below(3); got[k] = min(got[k] + 1, n); bought += 1
    -> return bought
# no use of the list shows its order
bag(n): kept = []
    -> for _ in range(n): ->     kept.append(draw.die(3))
    ->     if len(kept) > 3: kept.remove(draw.among(kept))
    -> return sum(kept)
# states become longer than they were at first
history(n): rolls = [] -> for _ in range(n): rolls.append(draw.below(2))
    -> return rolls == rolls[::-1]
# what numba does in another way, or only by place
shifts(n): at = 0
    -> for k in range(n):
    ->     rolls = sorted([draw.below(4), at, draw.below(2)], reverse=k % 2 == 0)
    ->     at = (rolls[0] << 3) - (rolls[1] << 1) >> draw.below(3)
    ->     at = min(at >> 70 * (k // 2), 5)
    -> return at
# a helper's variable has a value wherever it is read
with_a_value(n): at = 0 -> for _ in range(n): at = (at + sometimes(2 + draw.below(2))) % 40
    -> return at
""")
SIZES = (4, 6, 9, 6, 9)


@pytest.mark.parametrize(
    ("play", "params"),
    [
        *((play(row, globals()), {"n": n}) for row, n in zip(EXPLORED, SIZES, strict=True)),
        (cards, {"n": 2}),
        (war, {"ranks": 3, "suits": 2}),
    ],
)
def test_lists_are_explored_as_by_plain_python(play, params):
    plain, fast = tables(play, **params)
    assert states(plain) == states(fast)
    assert steps(plain) == steps(fast)
    assert len(fast.states) > 20
    for number, state in enumerate(fast.states):
        assert fast.number(state.entry, state.values) == number
    found = Table(plain.asked, plain.game, params, large=20)
    assert found.explore()
    assert found.compiled
    assert solved(found) == solved(plain)


def walk(draw, n, p, board, up, mark):
    """Every kind of parameter."""
    at, before, seen = 0, up, mark
    for _ in range(n):
        step = board[-1 - draw.below(2)] if draw.chance(p) else -1
        at = (at + step) % -7
        before = at < -3
        seen = "low" if before else mark
    return at, before, seen


@pytest.fixture(scope="module")
def walked():
    params = {"n": 9, "p": Fraction(1, 3), "board": (5, 1, 2), "up": True, "mark": "high"}
    return tables(walk, 3, **params)


def test_parameters_of_every_kind(walked):
    plain, fast = walked
    assert states(plain) == states(fast)
    assert steps(plain) == steps(fast)
    assert len(fast.states) > 50


def test_a_state_is_found_by_its_values_and_their_types(walked):
    _, fast = walked
    for number, state in enumerate(fast.states):
        assert fast.number(state.entry, state.values) == number
        for k, value in enumerate(state.values):
            for other in (2**70, "nowhere", int(value) if type(value) is bool else value == 1):
                values = (*state.values[:k], other, *state.values[k + 1 :])
                assert fast.number(state.entry, values) == -1


def test_a_kernel_with_lists_is_kept_for_later_processes():
    _, fast = tables(war, ranks=3, suits=2)
    [code] = fast.kernel.run.overloads.values()
    assert not code.library.has_dynamic_globals


def either(x):
    return x > 1 if x else x


LOOT, BEST = [3, 1, 4], (3, 1, 4)
REFUSED = rows("""
mixed(n): x = 0 -> for _ in range(n): x = draw.chance(1, 2) if draw.chance(1, 2) else
    draw.below(2) -> return x
unset(n): for k in range(n): last = k -> return last + draw.below(2)
nested(n): rolls = [[0], [0]] -> for _ in range(n): rolls[draw.below(2)].append(1)
    -> return len(rolls[0])
mixed_list(n): rolls = [0] -> for _ in range(n): rolls.append(draw.below(2));
    rolls.append(draw.chance(1, 2)) -> return sum(rolls)
mixed_by_a_helper(n): x = 0 -> for _ in range(n): x = either(draw.below(3)) -> return x
least_of_both(n): x = 0 -> for _ in range(n): x = min(draw.chance(1, 2), draw.below(3))
    -> return x
number_for_a_flag(n): total = 0 -> for _ in range(n): flags = [draw.chance(1, 2)];
    flags[0] = draw.below(3); total += flags[0] -> return total
flags_and_numbers(n): total = 0 -> for _ in range(n): flags = [draw.chance(1, 2)];
    flags += [draw.below(3)]; total += flags[1] -> return total
flag_in_a_deck(n): total = 0 -> for _ in range(n): deck = draw.deck([2, 3]);
    deck.put(draw.chance(1, 2)); total += deck.draw() -> return total
sought_in_numbers(n): pair, total = (0, 0), 0 -> for _ in range(n):
    pair = (pair[1], draw.below(2)); total += pair.count('x') -> return total
compared_with_a_tuple(n): total = 0
    -> for _ in range(n): total += draw.below(2) + (LOOT == BEST) -> return total
cut_and_compared(n): total = 0
    -> for _ in range(n): total += draw.below(2) + (LOOT[:2] == (3, 1)) -> return total
""")


@pytest.mark.parametrize("row", REFUSED)
def test_what_is_not_in_the_list_is_refused(row):
    with pytest.raises((RefusedError, NumbaError)):
        tables(play(row, globals()), n=3)


def long_queue(draw, n):
    queue = [0] * 3300
    for _ in range(n):
        queue.append(draw.below(2))
    return queue[-1] + queue[-3]


def test_rows_grow_up_to_their_bound():
    plain, fast = tables(long_queue, n=5)
    assert states(plain) == states(fast)
    asked = Asked(long_queue, 1, (0,))
    table = Table(asked, resumable(asked), {"n": 9}, large=50)
    assert table.explore()
    assert len(table.states) == len({str(s.values) for s in table.states})


def grows(draw, n):
    x = 3
    for _ in range(n):
        x = x * x + draw.below(2)
    return x


def climb(draw, n):
    at = 0
    while at < n:
        at += draw.die(3) if draw.chance(1, 2) else 1
    return at


TOO_LARGE = rows("""
outside(n): at = 0 -> for k in range(n): at = (4, 5)[draw.below(2) + (k == n - 1)] -> return at
without_a_value(n): at = 0
    -> for k in range(n): at += sometimes(9 - draw.below(2) - 8 * (k == n - 1)) -> return at
unlikely(n): hits = 0
    -> for _ in range(n): hits += draw.chance(1, 10**6) and draw.chance(1, 10**6)
    and draw.chance(1, 10**8) -> return hits
endless(n): at = 0 -> for _ in range(n): ->     at = draw.below(3)
    ->     while at < 3 * 10**6: at += 1
    -> return at
long(n): rolls = [0] * n -> for _ in range(3): rolls[0] += draw.below(2) -> return sum(rolls)
# two names are now one list, or one deck, now two equal ones
aliases(n): one = other = [0, 0]
    -> for k in range(n): ->     if draw.chance(1, 2): other = list(one)
    ->     push(other, draw.below(2)); one.append(k % 2); del one[0]
    ->     if draw.chance(1, 3): one = other
    -> return sum(one) + 10 * sum(other)
two_decks(n): deck = other = draw.deck("ab")
    -> for _ in range(n): ->     deck.put("a" if draw.chance(1, 2) else "b")
    ->     if draw.chance(1, 3): other = draw.deck("ab")
    -> return sum(other.counts)
""")
TOO_MANY = (9, 9, 2, 2, 5_000, 5, 5)


@pytest.mark.parametrize(
    ("game", "n"),
    [
        (grows, 6),
        *((play(row, globals()), n) for row, n in zip(TOO_LARGE, TOO_MANY, strict=True)),
    ],
)
def test_what_does_not_fit_raises(game, n):
    asked = Asked(game, 1, (0,))
    few = Table(asked, resumable(asked), {"n": n})
    few.explore(FEW_STATES)
    with pytest.raises((OverflowError, IndexError, UnboundLocalError)):
        Compiled(few).explore(MAX_STATES)


def late(draw, n):
    at = 0
    for _ in range(n):
        at = (at + draw.die(6)) % 50
    for card in draw.shuffled([1, 2, 3]):
        if card == 2 and draw.chance(1, 2):
            return at
    return -1


def test_random_plays_show_what_variables_hold_late_in_a_game():
    asked = Asked(late, 1, (0,))
    table = Table(asked, resumable(asked), {"n": 100}, large=4_000)
    assert table.explore()
    assert table.compiled


def test_plain_python_goes_on_where_a_number_needs_more_than_64_bits():
    asked = Asked(grows, 1, (0,))
    table = Table(asked, resumable(asked), {"n": 7}, large=20)
    assert table.explore()
    assert table.compiled is None
    assert max(state.values[-1] for state in table.states[1:]) > 2**64


@pytest.fixture
def large():
    """A table that compiled code has explored."""
    asked = Asked(climb, 1, (0,))
    table = Table(asked, resumable(asked), {"n": 400}, large=50)
    assert table.explore()
    assert table.compiled is not None
    return table


def test_a_large_table_is_compiled_and_is_the_same(large):
    small = Table(large.asked, large.game, {"n": 10}, large=50)
    assert small.explore()
    assert small.compiled is None
    plain = Table(large.asked, large.game, large.params)
    assert plain.explore()
    assert plain.compiled is None
    assert states(plain) == states(large)
    assert steps(plain) == steps(large)
    assert laws(arrays_lumped(large.compiled)) == laws(lumped(plain.steps))
    assert solved(plain) == solved(large)


def test_many_steps_are_explored(large):
    longer = Table(large.asked, large.game, {"n": 20_000}, large=50)
    assert longer.explore()
    assert len(longer.compiled.steps) == 20_001
    assert sum(map(len, longer.steps)) > 1 << 16


def test_a_limit_stops_both_at_the_same_state():
    asked = Asked(climb, 1, (0,))
    game = resumable(asked)
    for limit in (10, 333, 5_000):
        plain, fast = (Table(asked, game, {"n": 400}, large=large) for large in (1e9, 50))
        assert plain.explore(limit) == fast.explore(limit)
        assert (len(plain.states), len(plain.steps)) == (len(fast.states), len(fast.steps))


def test_growing_arrays_do_not_stop_a_state_half_way(large):
    few = Table(large.asked, large.game, {"n": 400})
    few.explore(10)
    kernel = Compiled(few).kernel
    for limit in range(10, 140):
        plain, arrays = Table(large.asked, large.game, {"n": 400}), Arrays(kernel, {"n": 400})
        plain.explore(limit)
        arrays.go_on(limit)
        assert (len(plain.states), len(plain.steps)) == (len(arrays.states), arrays.expanded)


def laws(lumped):
    """The classes, and the law of what comes after each."""
    return lumped.of, lumped.firsts, [
        Counter({(s.to, s.totals, s.cells, *map(type, s.cells), s.sites): Fraction(s.ways, s.of)
                 for s in own}) for own in lumped.steps
    ]  # fmt: skip


def test_plays_are_compared_with_the_compiled_table(large):
    assert coupling.check(large, 300) == 300
    rows = large.compiled.arrays.states
    rows.pool[rows.starts[200 : len(rows)] + 1] += 1
    with pytest.raises(RefusedError):
        coupling.check(large, 300)


@pytest.mark.parametrize("changed", ["states", "to", "what", "labels"])
def test_a_compiled_table_that_differs_is_not_taken(large, changed, monkeypatch):
    explore = Compiled.explore

    def wrongly(self, limit):
        explore(self, limit)
        array = getattr(self.arrays, changed)
        place = len(self.states) // 2 if changed != "labels" else 1
        if changed in ("states", "labels"):
            array.pool[array.starts[place] : array.starts[place + 1]] += 1
        else:
            array[place] += 1

    assert compiled(large, MAX_STATES)
    monkeypatch.setattr(Compiled, "explore", wrongly)
    assert not compiled(large, MAX_STATES)

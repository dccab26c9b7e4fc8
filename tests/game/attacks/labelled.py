# ruff: noqa
"""Labels and ranks in every kind of container, and loops that `match` and comprehensions end."""

from collections import Counter, defaultdict
from fractions import Fraction

from game.programs import written


HALF = Fraction(1, 2)


class Held:
    """Something that holds a label."""


def t_match_breaks(draw):
    sum_of_bits = 0
    for _ in range(4):
        bit = draw.below(2)
        for _ in range(1):
            sum_of_bits = sum_of_bits + draw.below(2)
        match bit:
            case 0:
                break
        if sum_of_bits > 2:
            break
        sum_of_bits = sum_of_bits + 0
    return sum_of_bits


written(
    __name__,
    """
pairs: cards, met = draw.labels(3), set()
    -> for _ in range(3): met.add((draw.among(cards), draw.among(cards))) -> return len(met)
tuple: people, last, hits = draw.labels(3), (None, 0), 0
    -> for turn in range(3): person = draw.among(people); hits += last[0] == person;
       last = (person, turn)
    -> return hits
frozenset: people, seen = draw.labels(4), set()
    -> for _ in range(3): seen.add(frozenset((draw.among(people), draw.among(people))))
    -> return len(seen)
most: people, times = draw.labels(3), Counter() -> for _ in range(3): times[draw.among(people)] += 1
    -> return max(times.values())
defaultdict: people, met = draw.labels(3), defaultdict(set)
    -> for _ in range(3): met[draw.among(people)].add(draw.among(people))
    -> return max(len(others) for others in met.values())
in_object: people, held, hits = draw.labels(3), Held(), 0; held.last = None
    -> for _ in range(3): person = draw.among(people); hits += held.last == person;
       held.last = person
    -> return hits
numbered: people, code = draw.labels(2), 0;
       number = {person: place for place, person in enumerate(people)}
    -> for _ in range(3): code = code * 2 + number[draw.among(people)] -> return code
place_of_the_best: place = {}
    -> for at, rank in enumerate(draw.shuffled(draw.ranks(3))): place[rank] = at
    -> return place[max(place)]
elimination: alive, rounds = [0, 1, 2, 3], 0
    -> while len(alive) > 1 and rounds < 3: rounds += 1;
       alive = [player for player in alive if draw.chance(HALF)] or alive[:1]
    -> return rounds, alive[0]
best_so_far: best, records = None, 0 -> for rank in draw.shuffled(draw.ranks(3)):
    ->     if best is None or rank > best: best, records = rank, records + 1 -> return records
default_outlives(seen=[]): for _ in range(1): seen.append(draw.below(2)) -> return len(seen)
partner: people, partner, hits = draw.labels(3), {}, 0
    -> for _ in range(3): one, other = draw.among(people), draw.among(people);
       hits += partner.get(one) == other; partner[one] = other
    -> return hits
dict_order: people, last = draw.labels(3), {}
    -> for turn in range(3): last[draw.among(people)] = turn -> first = next(iter(last))
    -> return first == draw.among(people), last[first]
""",
)

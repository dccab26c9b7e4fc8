"""What the checks of a run catch: each method is broken slightly, and the checks are made again.

    python benchmarks/power.py                 # after `make results`; about two minutes

For each question and method of config/config.yaml, the stored answers of the method are replaced by
broken ones, and it is counted at how many points a check with another method fails:

- `share`: 0.01 of probability moves from the commonest outcome to the next one;
- `percent`: the rarest outcome of at least 1 in 1,000 is 1 % likelier;
- `mean`: all numbers of the first column of numbers are 1 % larger;
- `outcome`: the rarest outcome of at least 1 in 1,000 is counted as the commonest;
- `rule`: the answer is that of another rule: other cards face down, another order of picking up,
  other cards, coins or ranks (where the config has that point too, and the answers differ).

A sample keeps its own deviations: trials are moved, not drawn again. The generator is seeded, so
the table is always the same for the same results. Prints Markdown, which docs/index.md shows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import yaml

from sweepstake.config import spec
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.report.check.alarm import tests_of, threshold
from sweepstake.report.check.checks import comparisons
from sweepstake.store.parquet import schema
from sweepstake.store.points import whole

LEAST = 1e-3
MOST_POINTS = 12
"""Points of each question that are broken, chosen at random."""
NEIGHBOURS = ("order", "down", "cards", "coins", "ranks")
Answer = Any
"""A data frame with the rows of one answer."""
Key = tuple[Any, ...]
"""The parameters of an answer, and its method."""
Break = Callable[[Question, Answer, np.random.Generator], Answer | None]


def share(question: Question, rows: Answer, generator: np.random.Generator) -> Answer | None:
    """0.01 of probability moves from the commonest outcome to the next."""
    order = rows["probability"].to_numpy().argsort()[::-1]
    return moved(rows, order[0], order[1], 0.01) if len(order) > 1 else None


def percent(question: Question, rows: Answer, generator: np.random.Generator) -> Answer | None:
    """The rarest outcome is 1 % likelier."""
    common, rare = ends(rows)
    return None if rare == common else moved(rows, common, rare, 0.01 * rows["probability"][rare])


def outcome(question: Question, rows: Answer, generator: np.random.Generator) -> Answer | None:
    """The rarest outcome is counted as the commonest."""
    common, rare = ends(rows)
    if rare == common:
        return None
    return moved(rows, rare, common, rows["probability"][rare]).drop(index=rare)


def mean(question: Question, rows: Answer, generator: np.random.Generator) -> Answer | None:
    """Each number of the first column of numbers is 1 % larger, on average."""
    names = [c.name for c in question.outcomes if c.type == "int" and c.is_number]
    if not names or len(rows) < 2 or question.listing or rows["count"].isna().all():
        return None
    column = names[-1] if question.name == "war_aces" else names[0]
    times = rows["count"].astype(int)
    trials = rows.loc[rows.index.repeat(times)].copy()
    trials[column] = np.floor(1.01 * trials[column] + generator.random(len(trials))).astype(int)
    outcomes = [c.name for c in question.outcomes]
    counts = trials.groupby(outcomes, sort=True).size()
    found = counts.rename("count").reset_index()
    others = rows.iloc[:1].drop(columns=[*outcomes, "count"])
    found = found.merge(others, how="cross")[rows.columns]
    found["probability"] = found["count"] / found["count"].sum()
    return found


def ends(rows: Answer) -> tuple[int, int]:
    """The commonest outcome, and the rarest of at least 1 in 1,000, as labels of rows."""
    likely = rows[rows["probability"] >= LEAST]["probability"]
    return (rows["probability"].idxmax(), likely.idxmin()) if len(likely) else (0, 0)


def moved(rows: Answer, source: int, to: int, probability: float) -> Answer:
    """`rows` with so much probability moved from one outcome to another."""
    rows = rows.copy()
    for row, sign in ((source, -1), (to, 1)):
        rows.loc[row, "probability"] += sign * probability
        if not pd.isna(rows["exact"][row]):
            exact = Fraction(rows["exact"][row]) + sign * Fraction(probability)
            rows.loc[row, "exact"] = f"{exact.numerator}/{exact.denominator}"
        if not pd.isna(rows["log10_probability"][row]) and rows["probability"][row] > 0:
            rows.loc[row, "log10_probability"] = np.log10(rows["probability"][row])
        if not pd.isna(rows["count"][row]):
            rows.loc[row, "count"] += sign * round(probability * rows["trials"][row])
    return rows


BREAKS: dict[str, Break] = {"share": share, "percent": percent, "mean": mean, "outcome": outcome}


def broken(
    question: Question,
    answers: dict[Key, Answer],
    generator: np.random.Generator,
    beyond: float,
) -> Iterator[tuple[str, str, bool]]:
    """For each method and break: its name, the break, and whether a check fails."""
    points = sorted({key[:-1] for key in answers}, key=str)
    chosen = generator.permutation(len(points))[:MOST_POINTS]
    for index in sorted(chosen):
        point = points[index]
        here = {key[-1]: rows for key, rows in answers.items() if key[:-1] == point}
        for method, rows in here.items():
            if question.methods[method].kind == "approximate" or rows["probability"].isna().any():
                continue
            versions = {name: make(question, rows, generator) for name, make in BREAKS.items()}
            versions["rule"] = neighbour(question, answers, point, method, rows)
            for name, changed in versions.items():
                if changed is not None and len(here) > 1:
                    yield method, name, fails(question, {**here, method: changed}, beyond)


def neighbour(
    question: Question, answers: dict[Key, Answer], point: Key, method: str, rows: Answer
) -> Answer | None:
    """The method's answer at a point that differs in one parameter, if it is another answer."""
    names = [*question.parameter]
    for name in NEIGHBOURS:
        if name in names:
            k = names.index(name)
            for key, others in answers.items():
                same = key[:k] + key[k + 1 : -1] == point[:k] + point[k + 1 :]
                if same and key[k] != point[k] and key[-1] == method:
                    changed = others.assign(**{name: point[k]})
                    if apart(question, rows, changed):
                        return changed
    return None


def apart(question: Question, rows: Answer, others: Answer) -> bool:
    """True if two answers differ: exact ones at all, samples by 0.02 of probability."""
    outcomes = [column.name for column in question.outcomes]
    if rows["exact"].notna().all() and others["exact"].notna().all():
        first, second = (
            part[[*outcomes, "exact"]].reset_index(drop=True) for part in (rows, others)
        )
        return not first.equals(second)
    both = rows.merge(others, on=outcomes, how="outer", suffixes=("", "_of_other"))
    first, second = both["probability"].fillna(0.0), both["probability_of_other"].fillna(0.0)
    noise = 0.02 if rows["count"].isna().all() or len(both) <= 20 else 0.2
    return bool((first - second).abs().sum() / 2 > noise)


def fails(question: Question, methods: dict[str, Answer], beyond: float) -> bool:
    """True if a check of two methods fails."""
    rows = pd.concat([*methods.values()], ignore_index=True)
    table = pa.Table.from_pandas(rows, schema(question), preserve_index=False)
    found = comparisons(whole(question, table), beyond)
    return any(c.fails.any() for c in found if len(c.methods) > 1)


def main(results: Path) -> None:
    """Print the table."""
    config = yaml.safe_load((Path(__file__).parents[1] / "config" / "config.yaml").read_text())
    tables = {
        declared.question.name: pd.read_parquet(results / "data" / f"{name}.parquet")
        for name, declared in spec.declared(config).items()
    }
    tests = 0
    for name, rows in tables.items():
        question = register.question(name)
        if any(method.draws for method in question.methods.values()):
            tests += tests_of(question, len(rows.drop_duplicates([*question.parameter])))
    beyond = threshold(tests)
    generator = np.random.default_rng(54)
    tried, caught = Counter[Key](), Counter[Key]()
    for name, rows in tables.items():
        question = register.question(name)
        keys = [*question.parameter, "method"]
        answers = {
            key: part.reset_index(drop=True)
            for key, part in rows.groupby(keys, sort=True, observed=True)
        }
        for method, how, is_caught in broken(question, answers, generator, beyond):
            kind = question.methods[method].kind
            tried[name, kind, how] += 1
            caught[name, kind, how] += is_caught
    print(f"Samples may be off by {beyond:.2f} standard errors.\n")
    show(("kind of method",), tried, caught, lambda key: key[1:2])
    show(("question", "kind of method"), tried, caught, lambda key: key[:2])


def show(
    heading: tuple[str, ...],
    tried: Counter[Key],
    caught: Counter[Key],
    group: Callable[[Key], Key],
) -> None:
    """Print how many breaks are caught, one row for each `group` of question and kind."""
    breaks = [*BREAKS, "rule"]
    print(f"| {' | '.join((*heading, *breaks))} |")
    print(f"|{' :--- |' * len(heading)}{' ---: |' * len(breaks)}")
    for row in dict.fromkeys(map(group, tried)):
        cells = []
        for how in breaks:
            keys = [key for key in tried if group(key) == row and key[2] == how]
            number = sum(tried[key] for key in keys)
            cells.append(f"{sum(caught[key] for key in keys)} of {number}" if number else "")
        print(f"| {' | '.join((*row, *cells))} |")
    print()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "results"))

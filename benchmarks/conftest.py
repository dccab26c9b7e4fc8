"""Ratios side by side, one table at the end; the session fails if what was asked is not met.

What a benchmark is asked stands in its `extra_info["asked"]`, a mapping: `times` (by another line
of its group, how many times as fast), `seconds` (for all of its units), `more` (seconds a unit
more than the first line of its group) and `factor` (how far a unit may be from a second).
"""

import os
from pathlib import Path

from sweepstake.puzzle import register

ROOT = Path(__file__).parent.parent
os.environ[register.VARIABLE] = str(ROOT / "tests" / "toy.py")
"""The puzzle whose answers are stored, exported and read, here and in the tests."""
TABLE = ROOT / "results" / "benchmarks.md"
HEADER = """# Benchmarks

Measured side by side in one run; the shortest of several rounds. `times as fast` is the
time of the group's first line over that of this one, a unit of work each.

| what | by | seconds a unit | times as fast | asked | met |
| :--- | :--- | ---: | ---: | :--- | :--- |
"""


def pytest_sessionfinish(session):
    measured = getattr(session.config, "_benchmarksession", None)
    groups = {}
    for one in measured.benchmarks if measured else ():
        if "by" in one.extra_info:
            groups.setdefault(one.group, []).append(one)
    if not groups:
        return
    lines = [line for group in groups.items() for line in table(*group)]
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(HEADER + "".join(f"| {' | '.join(line)} |\n" for line in lines))
    if any(line[-1] == "no" for line in lines):
        session.exitstatus = 1


def table(group, members):
    """The lines of a group; a member that failed has no figures."""
    failed = [one.extra_info["by"] for one in members if not one.stats.data]
    members = [one for one in members if one.stats.data]
    yield from ((group, by, "failed", "", "", "no") for by in failed)
    if not members:
        return
    taken = {one.extra_info["by"]: unit(one) for one in members}
    first = next(iter(taken.values()))
    for one in members:
        by, asked = one.extra_info["by"], list(demands(one, taken, first))
        said, met = "; ".join(say for say, _ in asked), all(met for _, met in asked)
        ratio = f"{first / taken[by]:,.1f}"
        yield group, by, f"{taken[by]:.3g}", ratio, said, ("yes" if met else "no") if asked else ""


def unit(one):
    """Seconds that a unit of work took."""
    return one.stats.min / one.extra_info["units"]


def demands(one, taken, first):
    """What was asked, in words, and whether it is met."""
    asked = one.extra_info["asked"]
    for other, times in asked.get("times", {}).items():
        if other in taken:
            yield f"{times:g} times {other}", taken[other] >= times * unit(one)
    if seconds := asked.get("seconds"):
        yield f"under {seconds:g} s for all", one.stats.min < seconds
    if factor := asked.get("factor"):
        yield f"1/{factor:g} s to {factor:g} s", 1 / factor <= unit(one) <= factor
    if more := asked.get("more"):
        says = f"{more * 1e3:g} ms" if more > 1e-6 else f"{more * 1e9:g} ns"
        yield f"at most {says} more", unit(one) <= first + more

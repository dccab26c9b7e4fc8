"""Ratios side by side: each benchmark against the first of its group, in one table at the end."""

from pathlib import Path

TABLE = Path(__file__).parent.parent / "results" / "benchmarks.md"


def pytest_sessionfinish(session):
    measured = getattr(session.config, "_benchmarksession", None)
    if measured is None or not measured.benchmarks:
        return
    groups = {}
    for one in measured.benchmarks:
        if "by" in one.extra_info:
            groups.setdefault(one.group, []).append(one)
    lines = [
        "# Benchmarks",
        "",
        "Measured side by side in one run; the shortest of several rounds. `times as fast` is the",
        "time of the group's first line over that of this one, a unit of work each.",
        "",
        "| what | by | seconds a unit | times as fast | asked |",
        "| :--- | :--- | ---: | ---: | :--- |",
    ]
    for group, members in groups.items():
        per_unit = [one.stats.min / one.extra_info.get("units", 1) for one in members]
        for one, seconds in zip(members, per_unit, strict=True):
            asked = one.extra_info.get("asked", "")
            by = one.extra_info["by"]
            lines.append(
                f"| {group} | {by} | {seconds:.3g} | {per_unit[0] / seconds:,.1f} | {asked} |"
            )
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text("\n".join(lines) + "\n")

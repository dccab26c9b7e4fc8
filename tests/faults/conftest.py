"""Faults are counted over the session, and what became of them is said at the end."""

from dataclasses import dataclass

import pytest


@dataclass
class Ledger:
    injected: int = 0
    survived: int = 0
    lost: int = 0
    duplicated: int = 0


LEDGER = Ledger()


@pytest.fixture(scope="session")
def ledger():
    return LEDGER


def pytest_terminal_summary(terminalreporter):
    if LEDGER.injected:
        terminalreporter.write_line(
            f"{LEDGER.injected} faults injected, {LEDGER.survived} survived, "
            f"{LEDGER.lost} points lost, {LEDGER.duplicated} duplicated"
        )

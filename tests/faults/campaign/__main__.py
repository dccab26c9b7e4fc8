"""The campaign from the command line; its exit code is 1 if a fault was not survived."""

import argparse
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from faults.campaign.ledger import Ledger
from faults.campaign.place import Truth
from faults.campaign.plan import planned
from faults.campaign.rounds import played


def main():
    """Play the rounds that were asked for, and print what became of every fault."""
    given = _arguments()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's `&` has runs ignore it
    folder, ledger = Path(tempfile.mkdtemp(prefix="campaign-")), Ledger()
    with suppress(KeyboardInterrupt):
        try:
            _play(given, folder, ledger)
        finally:
            _tell(ledger.table())
    if ledger.clean:
        shutil.rmtree(folder)
    return int(not ledger.clean)


def _play(given, folder, ledger):
    truth, began = Truth.undisturbed(folder / "undisturbed"), time.monotonic()
    for number in [given.round] if given.round else count(1):
        asked = planned(given.seed, number, given.faults - ledger.total("injected"))
        place, verdicts = played(asked, folder / f"round-{number}", truth)
        if _counted(ledger, asked, place, verdicts):
            shutil.rmtree(place.folder, ignore_errors=True)
        else:
            most = len(asked.faults)
            _tell(f"  again: make test-campaign N={most} SEED={given.seed} ROUND={number}")
            _tell(f"  kept: {place.folder}")
        injected, seconds = ledger.total("injected"), time.monotonic() - began
        _tell(f"round {number}: {injected} of {given.faults} faults injected, {seconds:.0f} s")
        if injected >= given.faults:
            break


def _arguments():
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="how many to inject")
    parser.add_argument("--seed", default="1", help="which ones, and when")
    parser.add_argument("--round", type=int, help="play only this round")
    return parser.parse_args()


def _counted(ledger, asked, place, verdicts):
    """Count a round's faults and tell of each that went wrong; did all go well?"""
    well = True
    for number, (fault, verdict) in enumerate(zip(asked.faults, verdicts, strict=True)):
        if not place.injected[number]:
            ledger.add(fault.kind, **{"not possible": 1})
            continue
        survived, lost, twice = verdict == "survived", place.lost(number), place.twice(number)
        ledger.add(
            fault.kind, injected=1, survived=int(survived), lost=len(lost), twice=len(twice),
            **{"not survived": int(not survived), "differing": int(verdict == "bytes differ")},
        )  # fmt: skip
        if lost or twice or not survived:
            well = False
            _tell(
                f"  fault {number} of round {asked.number}, {fault.kind}: {verdict}; "
                f"{len(lost)} chunks lost, {len(twice)} computed twice"
            )
    return well


def _tell(line):
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())

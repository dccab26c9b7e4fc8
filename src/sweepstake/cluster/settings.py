"""The sections of `sweepstake` in Dask's configuration: `cluster` and `limits`.

A mistake there is a ValueError. Dask takes longer to import than a quick answer, so it is imported
only if something may be set.

Also the certificates of a cluster: only those who have them can use it.
"""

from __future__ import annotations

import json
import os
import site
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake.config import valid
from sweepstake.errors import ClusterError, InputError
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from distributed import Security

WHERE = ("address", "scheduler-file", "class")
SETTINGS = (*WHERE, "options", "workers", "adapt", "insecure", "wait")
SECTIONS = ("cluster", "limits")
MOST_WORKERS = 10_000
WORDS = (b"sweepstake", b"scheduler-address", b"scheduler_address")
"""Words in Dask's files of which one occurs if they set anything for us."""
KINDS = ("cert", "key")
ROLES = ("client", "scheduler", "worker")


def _configured(key: str) -> Any:
    """The value of `key` in Dask's configuration; None if it is not set, or nothing can be."""
    in_environment = any(name.startswith("DASK_") for name in os.environ)
    if "dask" not in sys.modules and not (in_environment or _in_files()):
        return None
    import dask

    return dask.config.get(key, None)


def _in_files() -> bool:
    """True if a file that Dask reads may have one of our keys, or can't be read."""
    above = ("/etc", *(f"{prefix}/etc" for prefix in (sys.prefix, *site.PREFIXES)))
    folders = [Path(folder) / "dask" for folder in above] + [Path.home() / ".config" / "dask"]
    try:
        contents = [file.read_bytes() for folder in folders for file in folder.glob("*.*")]
    except OSError:
        return True
    return any(word in content for content in contents for word in WORDS)


def section(name: str) -> Any:
    """One of `SECTIONS`, or None if it is not there."""
    at = "Dask's configuration: sweepstake"
    sections = valid.mapping(at, _configured("sweepstake") or {})
    valid.check_keys(at, sections, SECTIONS)
    return sections.get(name)


def cluster() -> Mapping[str, Any]:
    """The cluster's settings. Names have `-`, where environment variables have `_`.

    Dask's own `scheduler-address` counts as `address`.
    """
    at = "sweepstake.cluster"
    mapping = valid.mapping(at, section("cluster") or {})
    dashed = {str(name).replace("_", "-"): value for name, value in mapping.items()}
    settings = {name: value for name, value in dashed.items() if value is not None}
    valid.check_keys(at, settings, SETTINGS)
    if len(connections := [n for n in WHERE if n in settings]) > 1:
        raise InputError(f"{at} has {' and '.join(connections)}; give one of them")
    for name in {"options", "workers", "adapt"} & {*settings}:
        if "class" not in settings:
            raise InputError(f"{at} has {name}, which needs a class")
    bounds(settings)  # or it has a mistake
    if not connections and (address := _configured("scheduler-address")):
        settings["address"] = address
    return settings


def address(settings: Mapping[str, Any]) -> str | None:
    """The address of a scheduler that runs already; None if the settings don't name one."""
    if "scheduler-file" in settings:
        return _noted(Path(settings["scheduler-file"]), wait(settings))
    return settings.get("address")


def _noted(file: Path, wait: float) -> str:
    """The address in a scheduler's file, once the file exists; nothing else in it is used."""
    until = time.monotonic() + wait
    while not file.exists():
        if time.monotonic() > until:
            raise ClusterError(
                f"no {file} came within {wait:g}s; start the scheduler, or correct "
                f"sweepstake.cluster.scheduler-file"
            )
        time.sleep(0.1)
    try:
        return str(json.loads(file.read_bytes())["address"])
    except (OSError, ValueError, TypeError, KeyError):
        raise ClusterError(f"{file} is no scheduler's file; start the scheduler again") from None


def bounds(settings: Mapping[str, Any]) -> dict[str, int]:
    """The fewest and the most workers, if given: Dask replaces lost jobs if it has both numbers."""
    at = "sweepstake.cluster"
    if {"workers", "adapt"} <= {*settings}:
        raise InputError(f"{at} has workers and adapt; give one of them")
    if "workers" in settings:
        count = valid.whole(f"{at}.workers", settings["workers"], 1, MOST_WORKERS)
        return {"minimum": count, "maximum": count}
    if "adapt" not in settings:
        return {}
    adapt = valid.mapping(f"{at}.adapt", settings["adapt"])
    valid.check_keys(f"{at}.adapt", adapt, ("minimum", "maximum"))
    least = valid.whole(f"{at}.adapt.minimum", adapt.get("minimum", 0), 0, MOST_WORKERS)
    maximum = valid.whole(f"{at}.adapt.maximum", adapt.get("maximum"), max(least, 1), MOST_WORKERS)
    return {"minimum": least, "maximum": maximum}


def wait(settings: Mapping[str, Any]) -> float:
    """The seconds for which a run waits without any worker."""
    from dask.utils import parse_timedelta

    text = settings.get("wait", "60s")
    try:
        return float(parse_timedelta(text))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(f"sweepstake.cluster.wait is {shown(text)}; write it as 120s") from None


def size(text: Any) -> float:
    """Bytes, from a number or a text such as 4 GB; an error if it is neither."""
    from dask.utils import parse_bytes

    return float(parse_bytes(text))


def certificates(folder: Path) -> Security:
    """New certificates for a cluster, in files of `folder` that only their user may read."""
    from distributed import Security

    security, files = Security.temporary(), {}
    for name in ("tls_ca_file", *(f"tls_{role}_{kind}" for role in ROLES for kind in KINDS)):
        file = folder / f"{name}.pem"
        file.touch(0o600)
        file.write_text(getattr(security, name))
        files[name] = str(file)
    return Security(require_encryption=True, **files)


def made_for_user(folder: Path) -> Path:
    """New certificates in `folder`, and beside them the configuration of Dask that uses them.

    Returns its path. OSError if `folder` exists, so that certificates in use are not replaced.
    """
    import yaml

    if folder.exists():
        raise FileExistsError(f"{folder} is there already; name a new folder")
    folder.mkdir(0o700, parents=True)
    security = certificates(folder.absolute())
    tls: dict[str, object] = {"ca-file": security.tls_ca_file}
    for role in ROLES:
        tls[role] = {kind: getattr(security, f"tls_{role}_{kind}") for kind in reversed(KINDS)}
    comm = {"require-encryption": True, "default-scheme": "tls", "tls": tls}
    config = folder.absolute() / "dask.yaml"
    config.write_text(yaml.safe_dump({"distributed": {"comm": comm}}))
    return config

"""Certificates that are made for one cluster: only those who have them may use it."""

from __future__ import annotations

from pathlib import Path

import yaml
from distributed import Security

KINDS = ("cert", "key")
ROLES = ("client", "scheduler", "worker")


def written(folder: Path) -> Security:
    """New certificates for a cluster, in files of `folder` that only their user may read."""
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
    if folder.exists():
        raise FileExistsError(f"{folder} is there already; name a new folder")
    folder.mkdir(0o700, parents=True)
    security = written(folder.absolute())
    tls: dict[str, object] = {"ca-file": security.tls_ca_file}
    for role in ROLES:
        tls[role] = {kind: getattr(security, f"tls_{role}_{kind}") for kind in reversed(KINDS)}
    comm = {"require-encryption": True, "default-scheme": "tls", "tls": tls}
    config = folder.absolute() / "dask.yaml"
    config.write_text(yaml.safe_dump({"distributed": {"comm": comm}}))
    return config

"""Which place a path or a URI names, and whether it can be used."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pyarrow as pa

from sweepstake import stop
from sweepstake.store import files, remote
from sweepstake.store.files import Place
from sweepstake.store.remote import Remote, UnreachableError, said, unreachable
from sweepstake.text.shown import address

URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
SOON, HASTE = 9.0, 2.0
"""Seconds within which a place has to answer at first, and after which S3 is asked again."""


def named(given: str) -> Place:
    """The folder that a path or a URI names; only one at a URI has to be there.

    ValueError if Arrow does not know the URI, UnreachableError if the place does not answer soon.

    >>> named("results").name
    'results'
    """
    if not URI.match(given) or Path(given).exists():
        return Path(given)
    try:
        return stop.apart(lambda: _reached(given)).result(SOON)
    except TimeoutError:
        raise unreachable(address(given), f"no answer within {SOON:g} s") from None
    except (ValueError, pa.ArrowException) as error:
        raise ValueError(
            f"{address(given)} can't be used: {said(error, given)}; allowed: a folder, or a URI "
            f"that Arrow knows, such as s3://bucket/folder?region=eu-west-1"
        ) from None
    except UnreachableError:
        raise
    except OSError as error:
        raise unreachable(address(given), said(error, given)) from None


def _reached(uri: str) -> Place:
    """The place, once it has answered."""
    system, path = remote.filesystem(uri, HASTE)
    if system.type_name == "local":
        return Path(path)
    bucket = path.partition("/")[0]
    if not bucket:
        raise ValueError("it names no folder")
    if system.type_name not in remote.OBJECTS:
        system.get_file_info(path)
    elif system.get_file_info(bucket).type.name == "NotFound":
        raise unreachable(address(uri), f"there is no bucket {bucket}")
    return Remote(uri)


def probe(root: Place) -> None:
    """Raise UnreachableError unless a file that is written in `root` can be read back."""
    file, content = root / ".partial" / f"{uuid.uuid4().hex}-probe", uuid.uuid4().bytes
    try:
        files.write(file, content, root)
        same = file.read_bytes() == content
        file.unlink()
    except UnreachableError:
        raise
    except OSError as error:
        raise unreachable(root, error) from error
    if not same:
        raise unreachable(root, "it does not keep what is written")

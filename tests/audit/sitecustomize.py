"""Imported by every Python that has this folder on its path: notes what a program does.

What is noted goes to the file AUDITED, one JSON a line; without that, nothing is noted.
"""

import json
import os
import sys
from contextlib import suppress

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FIRST_PATHS = {
    "os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
    "os.truncate", "shutil.rmtree",
}  # fmt: skip


def _noted(event, arguments):
    """What is worth a note of an event; None if nothing is."""
    first = arguments[0] if arguments else None
    if event == "open":
        return [str(first)] if isinstance(arguments[2], int) and arguments[2] & WRITES else None
    if event in FIRST_PATHS:
        return [str(one) for one in arguments if isinstance(one, str | os.PathLike)]
    if event == "exec":
        return [first.co_filename]
    if event == "import":
        return [first, str(arguments[1])]
    if event == "socket.connect":
        return [str(arguments[1])]
    if event == "pickle.find_class":
        return [f"{first}.{arguments[1]}"]
    if event in ("subprocess.Popen", "os.exec", "os.posix_spawn"):
        return [str(first), *map(str, arguments[1])]
    return [str(first)] if event == "os.system" else None


if _file := os.environ.get("AUDITED"):
    _notes = os.open(_file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def _note(event, arguments):
        with suppress(Exception):  # a hook that raises would end what it looks at
            if (noted := _noted(event, arguments)) is not None:
                os.write(_notes, (json.dumps([event, *noted]) + "\n").encode())

    sys.addaudithook(_note)

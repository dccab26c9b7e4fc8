"""Reading a puzzle: the bytes of one file, or of all files of a folder or module.

A module's normal form is what it does, without comments, docstrings and layout. It is the same in
every version of Python, unlike the output of `ast.dump` and `ast.unparse`.

Copies of puzzles and machine code are in the user's cache folder. They are executed, so no other
user may write to it.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from importlib.machinery import PathFinder
from itertools import islice
from multiprocessing.util import Finalize
from pathlib import Path

from sweepstake.errors import InputError
from sweepstake.text.shown import MOST_PATH, line

MAX_FILES, MAX_BYTES = 1_000, 64 << 20
ATTRIBUTE = "PUZZLE"
INIT = "__init__.py"
SHOWN = "report/"
"""The folder of a puzzle on which its answers do not depend."""
POINTS = ".points"
"""A folder by which a results folder is recognized."""

Files = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Source:
    """The bytes of a puzzle's files when they were read, by their paths in its folder.

    The file of a one-file puzzle is `__init__.py` here.
    """

    name: str
    files: Files = field(repr=False)
    named: str
    """Its name in a config: the absolute path of a file or a folder, or a module."""
    place: str = field(compare=False)
    """The path of the original."""
    attribute: str = ATTRIBUTE

    def __hash__(self) -> int:
        return hash((self.named, self.module))

    @cached_property
    def module(self) -> str:
        """The name of the copy as a module, such as `coin_7a9ef53a8df5`."""
        return f"{self.name}_{digest(self.files)[:12]}"

    def has(self, module: str) -> bool:
        """True for a module of the copy."""
        return module.partition(".")[0] == self.module

    def shows(self, module: str) -> bool:
        """True for a module of the copy's `report/`."""
        return f"{module}.".startswith(f"{self.module}.{SHOWN[:-1]}.")

    @cached_property
    def reads_text(self) -> bool:
        """True if a module may read the text of a module, so that comments and lines count."""
        return any(READERS.search(held) for path, held in self.counted if path.endswith(".py"))

    @property
    def is_file(self) -> bool:
        """True if the original is a single file."""
        return self.place.endswith(".py")

    @property
    def beside(self) -> Path:
        """The folder of the original."""
        return Path(self.place).parent if self.is_file else Path(self.place)

    @property
    def counted(self) -> Files:
        """The files that answers depend on: all but those in `report/`."""
        return tuple((path, held) for path, held in self.files if not path.startswith(SHOWN))

    def original(self, path: str) -> str:
        """The path of the original of the file `path` of the copy."""
        return self.place if self.is_file else f"{self.place}/{path}"


def puzzle_source(name: str, named: str = "", attribute: str = ATTRIBUTE) -> Source:
    """The source of the puzzle in the file `dice.py`, the folder `dice` or the module `games.dice`.

    ValueError in one line if there isn't one.
    """
    path, puzzle = Path(name), f"puzzle {line(name, MOST_PATH)}"
    try:
        if path.suffix == ".py" or os.sep in name or (path / INIT).is_file():
            if not path.exists():
                raise InputError(f"there is no {puzzle}; name a file or a folder that is there")
            return read(path, named, attribute)
        if not all(part.isidentifier() for part in name.split(".")) or path.is_file():
            raise InputError(
                f"{puzzle} can't be loaded; name a file that ends in .py, a folder or a module"
            )
        return read(_of_module(name), named or name, attribute)
    except OSError as error:
        raise InputError(f"{puzzle} can't be read: {error.strerror}") from None


def _of_module(name: str) -> Path:
    """The file or the folder of a module, found without importing it."""
    spec, folders = None, sys.path
    for part in name.split("."):
        spec = PathFinder.find_spec(part, folders)
        folders = (spec.submodule_search_locations if spec else None) or []
    if spec and spec.origin:
        path = Path(spec.origin)
        return path.parent if path.name == INIT else path
    raise InputError(
        f"there is no puzzle {name}: no folder or installed module has that name; name a file "
        f"that ends in .py, a folder, or a module"
    )


def read(path: Path, named: str = "", attribute: str = ATTRIBUTE) -> Source:
    """The puzzle that is the file or the folder `path`; ValueError if it is too large."""
    path = path.resolve()
    name = path.stem if path.is_file() else path.name
    if not name.isidentifier():
        raise InputError(f"{path} can't be a puzzle; use letters, digits and _ in its name")
    if not path.is_file() and not (path / INIT).is_file():
        raise InputError(f"the folder {path} has no {INIT}; the puzzle is declared there")
    paths = [path] if path.is_file() else sorted(islice(_inside(path), MAX_FILES + 1))
    if len(paths) > MAX_FILES:
        raise InputError(f"{path} has over {MAX_FILES:,} files; keep only the puzzle there")
    if sum(file.stat().st_size for file in paths) > MAX_BYTES:
        raise InputError(f"{path} is over {MAX_BYTES >> 20} MB; keep only the puzzle there")
    inside = [INIT if file == path else file.relative_to(path).as_posix() for file in paths]
    files = tuple(zip(inside, map(Path.read_bytes, paths), strict=True))
    return Source(name, files, named or str(path), str(path), attribute)


def _inside(root: Path) -> Iterator[Path]:
    """The files of a folder, without those of editors and Python; ValueError if it has results."""
    for folder, folders, names in os.walk(root, followlinks=True):
        if POINTS in folders:
            raise InputError(
                f"{folder} has results; keep them outside of the puzzle's folder {root}"
            )
        folders[:] = [name for name in folders if name[0] != "." and name != "__pycache__"]
        kept = [Path(folder, name) for name in names if name[0] != "." and name[-1] != "~"]
        yield from filter(Path.is_file, kept)


def digest(files: Files) -> str:
    """The SHA-256 of files, in hexadecimal: of their names and bytes."""
    hashed = sha256()
    for path, held in files:
        hashed.update(f"{path}\0{len(held)}\0".encode("utf-8", "surrogateescape") + held)
    return hashed.hexdigest()


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
READERS = re.compile(
    rb"__doc__|\binspect\b|linecache|pydoc|getdoc|get_?source|get_data|tokenize|traceback"
    rb"|lineno|co_(?:lines|positions|filename|code)|f_code|__loader__|__spec__"
    rb"|(?<!dirname\()(?<!abspath\()\b__file__\b"
    rb"(?!\)?(?:\.(?:resolve|absolute)\(\))?\.(?:parent|with_name))"
)
"""Words in modules that may read their own text; then comments and layout of the puzzle count."""
IGNORED = ("kind", "type_comment")
"""Fields of a syntax tree that do not matter."""

_ALONE = threading.Lock()
"""CPython 3.11 counts the depth of syntax trees for all threads together."""


def normal(text: bytes) -> bytes:
    r"""The normal form of a module; `text` itself if this Python can't parse it.

    It is parsed in a new thread, so that the recursion limit is reached at the same depth whoever
    calls.

    >>> normal(b"x = (1)  # one") == normal(b"'''One.'''\nx = 1\n")
    True
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_normal_text, text).result()


def _normal_text(text: bytes) -> bytes:
    with _ALONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about invalid escapes, which may be set to be errors
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return text
    for node in ast.walk(tree):  # before `_words`: `walk` takes children before it yields
        if isinstance(node, DOCUMENTED):
            node.body = [part for part in node.body if not _is_docstring(part)]
        elif isinstance(node, ast.JoinedStr):  # in Python 3.12, some have empty texts
            node.values = [part for part in node.values if getattr(part, "value", part) != ""]
    return "\n".join(_words(tree)).encode("utf-8", "surrogatepass")


def _words(tree: ast.AST) -> Iterator[str]:
    """The nodes, breadth first, with their numbers of children; different trees differ in this."""
    for node in ast.walk(tree):
        yield type(node).__name__
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value:
                yield f"{name} {[isinstance(part, ast.AST) or part for part in value]}"
            elif isinstance(value, ast.AST):
                yield name
            elif name not in IGNORED and value not in (None, []):
                yield f"{name}={value!r}"


def _is_docstring(node: ast.stmt) -> bool:
    held = node.value if isinstance(node, ast.Expr) else None
    return isinstance(held, ast.Constant) and isinstance(held.value, str)


MACHINE_CODE, HASHES, COPIES = "machine-code", "normal", "puzzles"


def user_cache() -> Path | None:
    """The user's cache folder; None if there is no home folder."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111
    return base / "sweepstake" if base.is_absolute() else None


def private(name: str) -> Path | None:
    """A folder in the user's cache; None if we can't write to it, or others can."""
    if (base := user_cache()) is None:
        return None
    folder = base.resolve() / name
    return folder if is_ours(folder.parent) and is_ours(folder) else None


def is_cached(path: str) -> bool:
    """True for a file of machine code or of hashes in the user's cache."""
    base = user_cache()
    folders = [f"{base.resolve()}/{name}/" for name in (MACHINE_CODE, HASHES)] if base else []
    return path.startswith(tuple(folders))


def is_ours(folder: Path) -> bool:
    """True if only this user can write to `folder`, which is made if it is missing."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.stat(follow_symlinks=False)
        if about.st_uid != os.geteuid() or about.st_mode & 0o022:
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, which is there whole or not at all; another process may do the same."""
    new = file.with_name(f".{file.name[:99]}.{os.getpid()}.{threading.get_ident()}")
    new.write_bytes(content)
    new.replace(file)


@cache
def copies() -> Path:
    """The folder for copies of puzzles: a temporary one if the cache can't be used."""
    if folder := private(COPIES):
        return folder
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-")).resolve()
    # not by `atexit`, which processes that Dask starts as workers don't call
    Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=0)
    return folder

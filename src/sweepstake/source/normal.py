"""The normal form of a module: what it does, without comments, docstrings and layout.

It is the same in every version of Python, unlike what `ast.dump` and `ast.unparse` write.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

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
        return thread.submit(_normal, text).result()


def _normal(text: bytes) -> bytes:
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

"""Values and errors in messages: on one line, and short whatever the value is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from sysconfig import get_path
from traceback import walk_tb
from typing import TypeVar

from sweepstake.errors import InputError

T = TypeVar("T")

MOST_SHOWN = 60
"""Most characters of one value."""
MOST_LISTED = 120
"""Most characters of a list of allowed values."""
MOST_PATH = 120
"""Most characters of a path."""
NOT_UTF_8 = "{} is not valid UTF-8; use another name"
WIDE, DEEP = 6, 3  # items of a nested value, and levels, that are looked at
MOST_BITS = 200  # a number of 60 digits
UNWRITABLE = re.compile(
    r"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
"""Control characters, lone surrogates and noncharacters, but not tabs and ends of lines."""
DAY, YEAR = 86_400.0, 31_557_600.0


def shown(value: object) -> str:
    r"""`value` as Python writes it, on one line of at most 60 characters.

    >>> shown("war"), shown([1, "two"]), shown("two\nlines")
    ("'war'", "[1, 'two']", "'two\\nlines'")
    >>> shown(10**5000)
    'a whole number of about 5,000 digits'
    >>> shown(Fraction(1, 3**9000))
    'a fraction of about 4,294 digits'
    """
    return line(_written(value, DEEP), MOST_SHOWN)


def line(text: str, most: int) -> str:
    r"""`text` on one line of at most `most` characters, with unprintable ones escaped.

    >>> line("two\nlines and more", 12)
    'two\\nline...'
    """
    escaped = printable(text[: most + 1])  # the escapes of a long text need not be made
    return escaped if len(escaped) <= most else f"{escaped[: most - 3]}..."


def is_encodable(text: str) -> bool:
    """True if `text` can be written as UTF-8, which has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_encodable(path: Path) -> None:
    """Raise ValueError if a path can't be written as UTF-8, as Parquet files and logs need it."""
    if not is_encodable(str(path)):
        raise InputError(NOT_UTF_8.format(line(str(path), MOST_PATH)))


def encodable(text: str) -> str:
    r"""`text`, with what UTF-8 can't hold escaped: lone surrogates, as of odd file names.

    >>> encodable("caf\udce9\n")
    'caf\\udce9\n'
    """
    return text.encode(errors="backslashreplace").decode()


def printable(text: str) -> str:
    r"""`text` with unprintable characters escaped; they might move a terminal's cursor.

    >>> printable("a \x1b[2J b")
    'a \\x1b[2J b'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def writable(text: str) -> str:
    r"""A whole file's `text` with control characters and lone surrogates escaped.

    >>> writable("a\n\x1b[2J\udc80 b")
    'a\n\\x1b[2J\\udc80 b'
    """
    return UNWRITABLE.sub(lambda c: c[0].encode("unicode_escape").decode("ascii"), text)


def listed(names: Iterable[object]) -> str:
    """Names with commas between them, as many as fit in about 120 characters.

    >>> listed(["exact", "float"]), listed(f"method_{k}" for k in range(99))[-32:]
    ('exact, float', 'method_10, method_11 and 87 more')
    """
    all_names = list(names)
    parts: list[str] = []
    for name in all_names:
        part = line(str(name), MOST_SHOWN)
        if parts and len(", ".join([*parts, part])) > MOST_LISTED:
            break
        parts.append(part)
    more = f" and {len(all_names) - len(parts)} more" if len(parts) < len(all_names) else ""
    return f"{', '.join(parts)}{more}"


def check_among(says: str, value: object, allowed: Iterable[object]) -> None:
    """Raise ValueError, which begins with `says`, unless `value` is one of the texts allowed.

    >>> check_among("there is no method", "exact", ["exact", "float"])
    >>> check_among("there is no method", "exat", ["exact", "float"])
    Traceback (most recent call last):
    sweepstake.errors.InputError: there is no method 'exat'; allowed: exact, float
    """
    names = list(allowed)
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{says} {shown(value)}; allowed: {listed(names) or 'none'}")


def evenly(values: Sequence[T], most: int) -> Sequence[T]:
    """At most `most` values at even distances, with the first and the last.

    >>> evenly("abcde", 5), evenly([*range(101)], 3)
    ('abcde', [0, 50, 100])
    """
    if len(values) <= most:
        return values
    return [values[k * (len(values) - 1) // (most - 1)] for k in range(most)]


def duration(seconds: float) -> str:
    """So many seconds in words, to about two digits.

    >>> [duration(s) for s in (-0.0, 0.2, 1.6, 45, 600, 9000, 2e5, 1e9, 1e40)]
    ['0 s', '0.2 s', '1.6 s', '45 s', '10 minutes', '2.5 h', '2.3 days', '32 years', '3e+32 years']
    """
    long = ((YEAR, "years"), (DAY, "days"), (3600.0, "h"), (90.0, "minutes"))
    [(size, unit), *_] = [(size, unit) for size, unit in long if seconds >= size] or [(1.0, "s")]
    number = max(0.0, seconds) / (60.0 if unit == "minutes" else size)
    if number >= 1e6:
        return f"{number:.0e} {unit}"
    return (
        f"{number:,.0f} {unit}" if number >= 10 or not round(number, 1) else f"{number:.2g} {unit}"
    )


def _written(value: object, levels: int) -> str:
    """`repr`, of the first few values of the first few levels only."""
    if isinstance(value, str):
        return repr(value[: MOST_SHOWN + 1])
    if isinstance(value, int | Fraction):
        bits = value.numerator.bit_length() + value.denominator.bit_length() - 1
        if bits > MOST_BITS:
            kind = "whole number" if isinstance(value, int) else "fraction"
            return f"a {kind} of about {int(bits * 0.30103):,} digits"
    if isinstance(value, Mapping):
        first = islice(value.items(), WIDE if levels else 0)
        parts = [f"{_written(k, levels - 1)}: {_written(v, levels - 1)}" for k, v in first]
        return f"{{{_joined(parts, len(value))}}}"
    if isinstance(value, list | tuple | set | frozenset):
        first_values = islice(value, WIDE if levels else 0)
        return f"[{_joined([_written(v, levels - 1) for v in first_values], len(value))}]"
    return repr(value)


def _joined(parts: list[str], length: int) -> str:
    return ", ".join([*parts, "..."] if length > len(parts) else parts)


def message(error: BaseException) -> str:
    """The message of an error, printable and on one line, whatever the error makes of it."""
    try:
        if isinstance(error, UnicodeEncodeError):
            return NOT_UTF_8.format(line(error.object, MOST_PATH))
        return printable(" ".join(str(error).split()))
    except BaseException:  # a puzzle's error may raise when it is written
        return ""


def in_a_line(error: BaseException) -> str:
    """The kind and the message of an error; copies of puzzles have their plain names."""
    if isinstance(error, RecursionError):
        return "RecursionError: a function calls itself too often; use a loop"
    reason, kind = message(error), "ValueError"
    if type(error) is not InputError:  # which is one, and no name of the user's
        kind = type(error).__name__
    text = f"{kind}: {reason}" if reason else kind
    return re.sub(r"(?<=\w)_[0-9a-f]{12}\b", "", text)


def raised(error: BaseException) -> str:
    """An error in a line, with the line of the user's file that raised it, if one did.

    Frames of the standard library and of installed packages are skipped. A line that the message
    names already is not repeated.
    """
    text = in_a_line(error)
    frames = [(Path(f.f_code.co_filename), at) for f, at in walk_tb(error.__traceback__)]
    of_user = [
        f" ({file.name})" if f": line {at}: " in text else f" ({file.name}, line {at})"
        for file, at in frames
        if file.is_absolute() and not any(map(file.is_relative_to, _installed()))
    ]
    return text + printable("".join(of_user[-1:]))


@cache
def _installed() -> frozenset[Path]:
    """The folders of Python's modules, of installed packages, and of this one."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    return frozenset({Path(__file__).parents[1], *map(Path, map(get_path, kinds))})


def address(uri: str) -> str:
    """A URI without its credentials and options, which messages must not show.

    >>> address("s3://key:secret@bucket/folder/?region=eu-west-1")
    's3://bucket/folder'
    """
    return re.sub(r"//(?:[^/@]*:[^@]*|[^/@]*)@", "//", uri.partition("?")[0]).rstrip("/")

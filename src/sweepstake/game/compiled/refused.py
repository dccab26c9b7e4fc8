"""Says in a line what numba can't compile: where, why, and what to write instead."""

from __future__ import annotations

import re

from sweepstake.game.rewriting.refused import RefusedError

MIXED = "a value is now a truth value, now a number"
TYPES = "`{0}` of values of these types isn't compiled"
REMEDIES = (
    (
        r"[Uu]ntyped list|list\(undefined\)|undecided|<undefined>",
        "a list to which nothing is ever appended has no type; leave it out",
    ),
    (
        r"Cannot unify (?:Literal\[)?(\w+).*? and (?:Literal\[)?(\w+).*? for '(\$|\w+)",
        "{2} is now {0}, now {1}; give it one type (a tuple that grows: use a list)",
    ),
    (r"Variable '(\w+)' is not defined", "{0} may have no value yet; give it one before"),
    (f"({MIXED})", "{0}; give it one type"),
    (r"Untyped global name '(\w+)'", "`{0}` of outside isn't compiled"),
    (r"Unknown attribute '(\w+)'", "`.{0}` isn't compiled"),
    (r"Cannot determine Numba type of <class '(\S+?)'>", "a {0} isn't compiled"),
    (r"Invalid use of Function\(<function (\w+)", TYPES),
    (r"Function\(<(?:built-in )?(?:function|class) '?(?:\w+\.)?(\w+)[^>]*>\) found", TYPES),
    (r"[Uu]nsupported op-?code", "this statement isn't compiled"),
)
"""Patterns of numba's messages, and what they mean."""
WORDS = {
    "int64": "a whole number", "bool": "a truth value", "none": "None", "Text": "a text",
    "UniTuple": "a tuple", "Tuple": "a tuple", "float64": "a float", "list": "a list",
    "int": "a whole number", "$": "a value", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "eq": "==", "added": "+",
    "added_to": "+=", "less": "-", "times": "*", "power": "**", "shifted": "<<", "halved": ">>",
}  # fmt: skip


def in_words(error: Exception, file: str) -> RefusedError:
    """The error for a message of numba, in plain words, with the line of the user's file."""
    text, place = str(error), re.escape(file)
    places = re.findall(rf'{place}", line (\d+)|{place} \((\d+)\)|{place}:(\d+)', text)
    line = next((int(a or b or c) for a, b, c in places), 0)
    for pattern, says in REMEDIES:
        if match := re.search(pattern, text):
            words = [WORDS.get(word, word.removeprefix("impl_")) for word in match.groups()]
            return RefusedError(line, says.format(*words))
    lines = [
        part for part in text.splitlines() if part and not part.startswith("Failed in nopython")
    ]
    return RefusedError(line, f"numba says: {lines[0][:80]}" if lines else type(error).__name__)

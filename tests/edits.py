"""Edits of a puzzle that change its answer, each in a place where a hash may miss it.

Every puzzle answers 3 + K for n = 3: K is 1 before the edit and 2 after it.
"""

import io
import sqlite3
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.parquet as pq

HEAD = "from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question\n"
ANSWER = "def answer(n):\n    return {n + K: 1}\n"
BESIDE = "Path(__file__).parent"
ODD = ("K = 1\n", "K = 2\n")
NUMBERS, TEXTS = ("1", "2"), ("# x", "# xx")


@dataclass
class Edit:
    """A puzzle before and after an edit, and what a run must make of it."""

    name: str
    before: dict
    after: dict
    comes: str = "new"
    """`new` answers, those `kept`, or what a line that refuses the puzzle says."""
    puzzle: str = "p.py"
    environment: dict = field(default_factory=dict)
    alone: bool = False
    """True if it is computed in a new process, whose current folder is that of the puzzle."""


def declared(answer="answer", text="Text?"):
    return (
        f'PUZZLE = Puzzle("p", (Question("p_q", "{text}", (Parameter("n", "number", 1, 9),), '
        f'(Column("k", "int", "it"),), {{"m": Method({answer}, "exact")}}),))\n'
    )


def file(body, answer="answer", name="p.py", **beside):
    """A puzzle of one file, and what stands beside it."""
    return {name: HEAD + body + declared(answer), **beside}


def one(name, body, comes="new", answer="answer", **more):
    """An edit of one file, in which % stands for K."""
    return Edit(name, *(file(body.replace("%", k), answer) for k in "12"), comes, **more)


def beside(name, body, path, comes, contents=ODD, **more):
    """An edit of another file, of a puzzle of one file."""
    return Edit(name, *({**file(body), path: held} for held in contents), comes, **more)


def folder(name, body, path, comes="new", contents=ODD, init="", answer="answer"):
    """An edit of the file `path` of a folder whose methods are in `a.py`."""
    declaration = f"{HEAD}from .a import answer\n{init}{declared(answer)}"
    files = {"p/__init__.py": declaration, "p/a.py": body}
    return Edit(name, *({**files, path: held} for held in contents), comes, "p")


def shown(name, body, comes):
    """An edit of `report/`, which the declaration imports before the module of its question."""
    declaration = (
        "from sweepstake.puzzle import Puzzle\nfrom .report import tab\nfrom .a import Q\n"
        "PUZZLE = Puzzle('p', (Q,))\n"
    )
    files = {
        "p/__init__.py": declaration,
        "p/a.py": file(body)["p.py"] + "[Q] = PUZZLE.questions\n",
    }
    return Edit(name, *({**files, "p/report/tab.py": held} for held in ODD), comes, "p")


def table(k):
    sink = io.BytesIO()
    pq.write_table(pa.table({"k": [k]}), sink)
    return sink.getvalue()


def database(k):
    with sqlite3.connect(":memory:") as base:
        base.execute("create table t(k)")
        base.execute("insert into t values(?)", (k,))
        return base.serialize()


READ = f"from pathlib import Path\nK = int(({BESIDE} / 'k.csv').read_text())\n{ANSWER}"
LATE = (
    "from pathlib import Path\ndef answer(n):\n"
    f"    return {{n + int(({BESIDE} / 'k.csv').read_text()): 1}}\n"
)
EXEC = (
    f"from pathlib import Path\nspace = {{}}\nexec(({BESIDE} / 'tab.txt').read_text(), space)\n"
    f"K = space['K']\n{ANSWER}"
)
PARQUET = (
    "import pyarrow.parquet as pq\nfrom pathlib import Path\n"
    f"K = pq.read_table(str({BESIDE} / 'k.parquet'))['k'][0].as_py()\n{ANSWER}"
)
FLAG = f"from pathlib import Path\nK = 1 if ({BESIDE} / 'flag').exists() else 2\n{ANSWER}"
KERNEL = (
    "from sweepstake.core.kernels import compiled\n@compiled\ndef g(n):\n    return n + {}\n"
    "def answer(n):\n    return {{int(g(n)): 1}}\n"
)
DECORATED = (
    "def plus(f):\n    def g(n):\n        return {k + %: v for k, v in f(n).items()}\n"
    "    return g\n@plus\ndef answer(n):\n    return {n: 1}\n"
)
RULES = (
    "RULES = []\ndef rule(f):\n    RULES.append(f)\n    return f\n"
    "def answer(n):\n    return {n + sum(f() for f in RULES): 1}\n"
)
HEIRS = (
    "class Base:\n    every = []\n    def __init_subclass__(cls):\n        Base.every.append(cls)\n"
    "def answer(n):\n    return {n + sum(c.k for c in Base.every): 1}\n"
)
NO_FILE = "which stands beside it, and a puzzle of one file has no siblings; make a folder"

EDITS = [
    one("a constant", f"K = %\n{ANSWER}"),
    one("a default argument", "def answer(n, k=%):\n    return {n + k: 1}\n"),
    one("a decorator's body", DECORATED),
    one("an inherited class",
        "class A:\n    k = %\nclass B(A):\n    def answer(self, n):\n"
        "        return {n + self.k: 1}\n",
        answer="B().answer"),
    one("a lambda in the declaration", "k = %\n", answer="lambda n: {n + k: 1}"),
    one("a docstring that is read",
        'def answer(n):\n    """%"""\n    return {n + int(answer.__doc__): 1}\n'),
    Edit("a comment that inspect reads", *(file(
        "import inspect\ndef answer(n):\n    # " + x
        + "\n    return {n + inspect.getsource(answer).count('x'): 1}\n") for x in ("x", "xx"))),
    Edit("a comment that pydoc reads", *(file(
        x + "\ndef answer(n):\n    import pydoc\n"
        "    return {n + pydoc.render_doc(answer, renderer=pydoc.plaintext).count('x'): 1}\n")
        for x in TEXTS)),
    Edit("a comment of a file that opens itself", *(file(
        x + "\ndef answer(n):\n    return {n + open(__file__).read().count('x'): 1}\n")
        for x in TEXTS)),
    Edit("a comment of a file that opens itself by its folder", *(file(
        x + "\nfrom pathlib import Path\n"
        f"K = len(({BESIDE} / '__init__.py').read_text())\n{ANSWER}")
        for x in TEXTS), "reads its own module __init__.py"),
    one("a global in a kernel", "K = %\n" + KERNEL.format("K")),
    folder("a partial's argument", "def count(k, n):\n    return {n + k: 1}\nanswer = count\n",
           "p/b.py", contents=("from functools import partial\nfrom .a import count\n"
                               f"one = partial(count, {k})\n" for k in NUMBERS),
           init="from .b import one\n", answer="one"),
    folder("another function is named", "def answer(n): ...\ndef one(n):\n    return {n + 1: 1}\n"
           "def two(n):\n    return {n + 2: 1}\n", "p/b.py",
           contents=(f"from .a import {name} as chosen\n" for name in ("one", "two")),
           init="from .b import chosen\n", answer="chosen"),
    folder("a closure's value", "def answer(k):\n    def inner(n):\n        return {n + k: 1}\n"
           "    return inner\n", "p/b.py", contents=(f"K = {k}\n" for k in NUMBERS),
           init="from .b import K\n", answer="answer(K)"),
    folder("a module", f"from .tab import K\n{ANSWER}", "p/tab.py"),
    folder("a module by its name", "from importlib import import_module\n"
           f"K = import_module(f'{{__package__}}.tab').K\n{ANSWER}", "p/tab.py"),
    folder("the same, when called", "from importlib import import_module\ndef answer(n):\n"
           "    return {n + import_module(f'{__package__}.tab').K: 1}\n", "p/tab.py"),
    folder("exec of a file", EXEC, "p/tab.txt"),
    beside("exec of a file beside", EXEC, "tab.txt", NO_FILE),
    folder("a data file", READ, "p/k.csv", contents=NUMBERS),
    folder("a data file, when called", LATE, "p/k.csv", contents=NUMBERS),
    beside("a data file beside", READ, "k.csv", NO_FILE, NUMBERS),
    beside("a data file beside, when called", LATE, "k.csv", NO_FILE, NUMBERS),
    folder("Parquet, read by C++", PARQUET, "p/k.parquet", contents=map(table, (1, 2))),
    beside("Parquet beside", PARQUET, "k.parquet", "FileNotFoundError", map(table, (1, 2))),
    folder("SQLite", "import sqlite3\nfrom pathlib import Path\n"
           f"K = sqlite3.connect(str({BESIDE} / 'k.db')).execute('select k from t').fetchone()[0]\n"
           f"{ANSWER}", "p/k.db", contents=map(database, (1, 2))),
    beside("a sibling", f"from odds import K\n{ANSWER}", "odds.py", NO_FILE),
    beside("a sibling by dots", f"from .odds import K\n{ANSWER}", "odds.py",
           NO_FILE),
    beside("a sibling by its name", f"K = __import__('od' + 'ds').K\n{ANSWER}", "odds.py",
           NO_FILE),
    beside("a folder of sys.path", "import sys\nsys.path.insert(0, sys.path[0] + '/../lib')\n"
           f"from mine import K\n{ANSWER}", "lib/mine.py", "No module named 'mine'"),
    folder("a patch by another module", f"K = 0\n{ANSWER}", "p/patch.py",
           contents=(f"from . import a\na.K = {k}\n" for k in NUMBERS),
           init="from . import patch\n"),
    folder("a register by decorator", RULES, "p/more.py", init="from . import more\n",
           contents=(f"from .a import rule\n@rule\ndef k():\n    return {k}\n" for k in NUMBERS)),
    folder("a register by __init_subclass__", HEIRS, "p/more.py", init="from . import more\n",
           contents=(f"from .a import Base\nclass X(Base):\n    k = {k}\n" for k in NUMBERS)),
    folder("a kernel that a kernel calls", "from .b import h\n" + KERNEL.format("h(0)"), "p/b.py",
           contents=("from sweepstake.core.kernels import compiled\n@compiled\ndef h(n):\n"
                     f"    return n + {k}\n" for k in NUMBERS)),
    folder("a file's existence", FLAG, "p/flag", contents=("", None)),
    one("a file's existence beside", FLAG.replace("1 if", "% if").replace("else 2", "else %")),
    beside("a file of a subprocess", "from subprocess import run\nfrom pathlib import Path\n"
           f"K = int(run(['cat', str({BESIDE} / 'k.txt')], capture_output=True).stdout)\n{ANSWER}",
           "k.txt", "invalid literal", NUMBERS),
    folder("report/ imported by a method", f"from .report.tab import K\n{ANSWER}",
           "p/report/tab.py", "uses report/tab.py"),
    folder("report/ imported when called", "from importlib import import_module\n"
           "def answer(n):\n    return {n + import_module(f'{__package__}.report.tab').K: 1}\n",
           "p/report/tab.py", "uses report/tab.py"),
    shown("report/ imported by a method and by the declaration",
          f"from .report.tab import K\n{ANSWER}", "a.py imports from report/"),
    shown("report/ imported when called and by the declaration",
          "from importlib import import_module\ndef answer(n):\n"
          "    return {n + import_module(f'{__package__}.report.tab').K: 1}\n",
          "uses report/tab.py"),
    shown("report/ shown by the declaration", f"K = 1\n{ANSWER}", "kept"),
    folder("report/ used by the declaration", "def answer(n): ...\n", "p/report/tab.py",
           "declares questions itself", init="from .report.tab import K\n",
           answer="lambda n: {n + K: 1}"),
    beside("a file of the current folder", f"K = int(open('k.csv').read())\n{ANSWER}", "k.csv",
           NO_FILE, NUMBERS),
    beside("an absolute path, when called", "import os\nHERE = os.getcwd()\ndef answer(n):\n"
           "    return {n + int(open(f'{HERE}/k.csv').read()): 1}\n", "k.csv",
           NO_FILE, NUMBERS, alone=True),
    beside("a helper by path", f"from mylib.odds import K\n{ANSWER}", "../site/mylib/odds.py",
           "odds.py, which its answers don't count"),
    folder("a module beside the folder", f"from lucky import K\n{ANSWER}", "../site/lucky.py",
           "lucky.py, which its answers don't count"),
    beside("a memo in the home folder", "import pathlib\nmemo = pathlib.Path.home() / 'memo.txt'\n"
           f"K = int(memo.read_text()) if memo.exists() else 1\n{ANSWER}", "../home/memo.txt",
           "memo.txt, which its answers don't count", NUMBERS),
    Edit("a text, of a folder", *({"p/__init__.py": HEAD + "from .a import answer\n"
         + declared(text=text), "p/a.py": f"K = 1\n{ANSWER}"} for text in ("A?", "B?")),
         "the same", "p"),
    Edit("a comment, a docstring, layout", file(f"K = 1\n{ANSWER}"),
         file('"""Doc."""\nK = (1)  # one\n\n\n' + ANSWER.replace("n + K", "n  +  K")), "kept"),
    Edit("report/ edited", *({"p/__init__.py": HEAD + "from .a import answer\n" + declared(),
         "p/a.py": f"K = 1\n{ANSWER}", "p/report/tab.py": held} for held in ODD), "kept", "p"),
    Edit("an environment variable", *[file(
         f"import os\nK = int(os.environ.get('SLY', '1'))\n{ANSWER}")] * 2, "kept",
         environment={"SLY": "2"}),
]  # fmt: skip

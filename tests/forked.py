"""Processes that begin where Snakemake is imported: forks of one process that has imported it.

Of the 3 s of processor time that the shortest run of Snakemake takes, imports are 2. A fork is a
process of its own, with its own folder, output and exit code. It runs `snakemake`, or
`sweepstake.cli`, whose `run` becomes Snakemake in that process.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
from functools import cache
from subprocess import CompletedProcess
from tempfile import TemporaryFile

PRELOADED = (
    "sweepstake.ask", "sweepstake.config.file", "sweepstake.report.page.contents",
    "sweepstake.report.page.page", "sweepstake.report.charts.figure", "sweepstake.snakemake.steps",
    "sweepstake.snakemake.parsing", "sweepstake.snakemake.stop", "sweepstake.snakemake.steps",
    "dask.config", "smart_open", "snakemake.cli", "snakemake.report",
)  # fmt: skip
"""What a run imports, sooner or later."""


def run(module, arguments, cwd, timeout, settings=()):
    """Do as `python -m MODULE` with `arguments` in the folder `cwd`.

    The environment is that of this process, with `settings` of Dask's besides.
    """
    words, [own, _] = [module, *map(str, arguments)], _template()
    with TemporaryFile() as stdout, TemporaryFile() as stderr:
        environment = {**os.environ, **dict(settings)}
        asked = json.dumps({"cwd": str(cwd), "words": words, "environment": environment})
        socket.send_fds(own, [asked.encode()], [stdout.fileno(), stderr.fileno()])
        pid = int(own.recv(100))
        own.settimeout(timeout)
        try:
            code = int(own.recv(100))
        except TimeoutError:
            os.kill(pid, 9)
            own.settimeout(None)
            own.recv(100)
            raise
        texts = [(file.seek(0), file.read().decode())[1] for file in (stdout, stderr)]
        return CompletedProcess(words, code, *texts)


def is_possible():
    """Has this process the environment that it had when the template began?"""
    return _template()[1] == _environment()


def _environment():
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


@cache
def _template():
    """Our end of a socket to the process that forks, and the environment that it began with."""
    own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(other.fileno())]
    process = subprocess.Popen(command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL)
    other.close()
    atexit.register(lambda: (own.close(), process.wait()))
    return own, _environment()


def _serve(other):
    """Fork at each request; returns what to do in the forked process, and never in this one."""
    while True:
        asked, fds, _, _ = socket.recv_fds(other, 1 << 20, 2)
        if not asked:
            os._exit(0)
        if not (pid := os.fork()):
            other.close()
            for number, fd in enumerate(fds, 1):
                os.dup2(fd, number)
                os.close(fd)
            return json.loads(asked)
        for fd in fds:
            os.close(fd)
        other.send(str(pid).encode())
        other.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def _become(_, command):
    """Do what `os.execv` does with `python -m MODULE ...`, without new imports."""
    module, *arguments = command[command.index("-m") + 1 :]
    sys.argv = [module, *arguments]
    run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    from importlib import import_module
    from runpy import run_module

    del sys.path[0]  # the folder of this file
    for name in PRELOADED:
        import_module(name)
    import_module("snakemake.cli").get_argument_parser()  # finds and imports plugins
    import_module("sweepstake.puzzle.register").questions()
    asked = _serve(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    import_module("dask.config").refresh()
    os.execv = _become
    _become(None, [None, "-m", *asked["words"]])

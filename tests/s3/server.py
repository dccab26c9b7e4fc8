"""A real S3 server, moto, and a gate in front of it that a test can shut."""

import socket
import subprocess
import threading
import time
import urllib.request
from contextlib import closing, contextmanager, suppress

from pyarrow.fs import S3FileSystem

from running import ROOT

PROGRAM = ROOT / ".venv-s3" / "bin" / "moto_server"
HOST = "127.0.0.1"
BUCKET = "bucket"


def free_port():
    with closing(socket.socket()) as one:
        one.bind((HOST, 0))
        return one.getsockname()[1]


@contextmanager
def served():
    """The port of a server with an empty bucket."""
    port = free_port()
    command = [PROGRAM, "-H", HOST, "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(port)
            system(port).create_dir(BUCKET)
            yield port
        finally:
            server.kill()


def system(port):
    """The server's file system, as a stranger to our code sees it."""
    return S3FileSystem(
        access_key="key", secret_key="secret", scheme="http", endpoint_override=f"{HOST}:{port}",
        allow_bucket_creation=True,
    )  # fmt: skip


def uri(port, path, who="key:secret@"):
    return f"s3://{who}{path}?scheme=http&endpoint_override={HOST}%3A{port}"


def require_rights(port, required):
    """Have the server ask who is there; it knows nobody."""
    told = urllib.request.Request(
        f"http://{HOST}:{port}/moto-api/reset-auth",
        data=b"0" if required else b"1000000000",
        headers={"Content-Type": "text/plain"},
    )
    urllib.request.urlopen(told).close()


def _wait_for(port):
    for _ in range(200):
        with suppress(OSError), closing(socket.create_connection((HOST, port), 1)):
            return
        time.sleep(0.1)
    raise AssertionError("the server does not start")


class Gate:
    """Passes on what comes to its port; while it is shut, nobody listens there."""

    def __init__(self, target):
        self.target, self.port = target, free_port()
        self.ends, self.listener = [], None
        self.open()

    def open(self):
        self.listener = socket.create_server((HOST, self.port), backlog=100)
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def shut(self):
        for one in (self.listener, *self.ends):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self.ends = []

    def _accept(self, listener):
        with suppress(OSError):
            while True:
                here, _ = listener.accept()
                there = socket.create_connection((HOST, self.target))
                self.ends += [here, there]
                for way in ((here, there), (there, here)):
                    threading.Thread(target=_pass_on, args=way, daemon=True).start()


def _pass_on(source, target):
    with suppress(OSError):
        while content := source.recv(1 << 16):
            target.sendall(content)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)

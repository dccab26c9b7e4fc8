"""Messages between a process and its child, in which a method's mistakes are noticed.

A method may write to any open file of its process, close it, or fork a process that does. So each
message has the next number, its length and a hash, and nothing else is unpickled.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import socket
import struct
import time
from hashlib import blake2b
from typing import Any

HEAD = struct.Struct("<QQ16s")
"""A message's number, its length, and the hash of its pickle; the hash of the head follows."""
START = HEAD.size + 16
BYTES = 1 << 20
"""Most bytes that are read at a time."""
HIGH = 200
"""The least descriptor of a child's end, above those that a method usually touches."""
PAUSE = 0.01
"""Seconds to wait before a closed connection is looked at again."""


class GarbledError(RuntimeError):
    """Something other than the next message has come."""

    def __init__(self) -> None:
        super().__init__(
            "the method wrote into the channel through which its process answers; let it write "
            "only to files that it has opened"
        )


class Channel:
    """One end of a connection."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._bytes = bytearray()
        self._sent = self._received = 0
        self._process, self._file = os.getpid(), os.fstat(connection.fileno())

    @classmethod
    def inherited(cls, fileno: int) -> Channel:
        """The end with which this process was started; programs that it starts don't get it."""
        high = fcntl.fcntl(fileno, fcntl.F_DUPFD_CLOEXEC, HIGH)
        os.close(fileno)
        return cls(socket.socket(fileno=high))

    def parts(self, message: object) -> tuple[bytes, bytes]:
        """The head and the body of the next message to send."""
        body = pickle.dumps(message, protocol=5)
        self._sent += 1
        head = HEAD.pack(self._sent, len(body), _hash(body))
        return head + _hash(head), body

    def send(self, message: object) -> None:
        """Send a message; waits until it is sent."""
        for part in self.parts(message):
            self._connection.sendall(part)

    def send_part(self, part: memoryview) -> memoryview:
        """Send as much of `part` as is accepted soon; returns the remaining bytes."""
        try:
            return part[self._connection.send(part) :]
        except TimeoutError:
            return part

    def receive(self) -> Any:
        """The next message; waits for it. EOFError if the other end is closed."""
        while (message := self.message()) is None:
            if not self.read():
                raise EOFError
        return message

    def read(self) -> bool:
        """Read what has come; False if nothing comes in the connection's timeout, or ever."""
        try:
            received = self._connection.recv(BYTES)
        except TimeoutError:
            return False
        except ConnectionError:
            received = b""
        if not received:
            time.sleep(PAUSE)
        self._bytes += received
        return bool(received)

    def message(self) -> Any:
        """The next message if all of it was read, else None; GarbledError if it isn't one."""
        if len(self._bytes) < START:
            return None
        head = bytes(self._bytes[: HEAD.size])
        number, length, hashed = HEAD.unpack(head)
        if self._bytes[HEAD.size : START] != _hash(head) or number != self._received + 1:
            raise GarbledError
        if len(self._bytes) < START + length:
            return None
        with memoryview(self._bytes) as view, view[START : START + length] as body:
            if _hash(body) != hashed:
                raise GarbledError
            message = pickle.loads(body)  # noqa: S301  # the child's, unaltered
        del self._bytes[: START + length]
        self._received += 1
        return message

    def is_open(self) -> bool:
        """False in a forked process, and if a method has closed this end."""
        try:
            stat = os.fstat(self._connection.fileno())
            return os.path.samestat(stat, self._file) and os.getpid() == self._process
        except OSError:
            return False

    def close(self) -> None:
        """Close this end."""
        self._connection.close()


def _hash(content: bytes | memoryview) -> bytes:
    return blake2b(content, digest_size=16).digest()

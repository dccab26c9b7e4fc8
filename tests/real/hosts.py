"""Several hosts on this machine: network namespaces on a bridge, each with its own address."""

import os
import shutil
import subprocess

BRIDGE, NET = "sweepstake0", "10.93.7"
HERE = f"{NET}.254"
"""The address of this machine, where runs are started."""


def obstacle():
    """Why no hosts can be made here; None if they can."""
    if os.geteuid():
        return "hosts in network namespaces need root"
    if not shutil.which("ip"):
        return "not installed: ip (apt-get install iproute2)"
    made = ip("netns", "add", "sweepstake-try", check=False)
    if made.returncode:
        return f"no network namespace can be made: {made.stderr.strip()}"
    ip("netns", "delete", "sweepstake-try")
    return None


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True, timeout=120)


class Hosts:
    """`count` hosts, numbered from 1."""

    def __init__(self, count):
        self.numbers = range(1, count + 1)

    def __enter__(self):
        self.__exit__()  # what a killed test left
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{HERE}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for number in self.numbers:
            self._add(number)
        return self

    def __exit__(self, *_):
        for number in self.numbers:
            ip("netns", "delete", self.name(number), check=False)
            ip("link", "delete", self.link(number), check=False)
        ip("link", "delete", BRIDGE, check=False)

    def name(self, number):
        return f"sweepstake-h{number}"

    def address(self, number):
        return f"{NET}.{number}"

    def link(self, number):
        return f"swh{number}"

    def inside(self, number):
        """The command by which another runs on a host."""
        named = f'hostname h{number} && exec "$@"'
        return ("ip", "netns", "exec", self.name(number), "unshare", "-u", "sh", "-c", named, "sh")

    def cut(self, number):
        """Cut the link of a host."""
        ip("link", "set", self.link(number), "down")

    def mend(self, number):
        """Restore the link of a host."""
        ip("link", "set", self.link(number), "up")

    def _add(self, number):
        name, link = self.name(number), self.link(number)
        ip("netns", "add", name)
        ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", link, "master", BRIDGE, "up")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "addr", "add", f"{self.address(number)}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")

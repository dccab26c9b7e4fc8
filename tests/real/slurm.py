"""A real Slurm on this machine: a controller, nodes and munge, started by hand on loopback.

Everything it keeps stands in one folder, and everything it starts is ended by its process id.
Only the configuration is linked from Slurm's default place, because the jobs of Snakemake's
executor look for it there; what stood there before is put back.
"""

import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil

PLACE = Path("/etc/slurm")
FILES = ("slurm.conf", "cgroup.conf")
PROGRAMS = ("slurmctld", "slurmd", "munged", "squeue", "sbatch", "scancel")
PARTITION = "main"
CONF = """\
ClusterName=sweepstake
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=10
InactiveLimit=0
KillWait=5
MinJobAge=600
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/jobcomp.txt
AccountingStorageType=accounting_storage/none
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=6000"
LAST = "PartitionName={partition} Nodes={nodes} Default=YES MaxTime=INFINITE DefMemPerCPU=500"


def obstacle():
    """Why no Slurm can be started here; None if it can."""
    if os.geteuid():
        return "a Slurm of our own needs root"
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        return f"not installed: {', '.join(missing)} (apt-get install slurm-wlm munge)"
    own = PLACE / FILES[0]
    if own.exists() and (not own.is_symlink() or "UP" in command("scontrol", "ping", check=False)):
        return f"this machine has a Slurm of its own: {own}"
    return None


class Slurm:
    """A controller and `nodes` nodes of two cores."""

    def __init__(self, folder, nodes):
        self.folder, self.nodes = folder, [f"n{k + 1}" for k in range(nodes)]
        self.running = {}
        self.before = {}

    def __enter__(self):
        for name in ("state", *(f"spool/{node}" for node in self.nodes)):
            (self.folder / name).mkdir(parents=True)
        self._configure()
        try:
            self._start_munge()
            self._start("slurmctld", "slurmctld", "-D", "-c")
            for node in self.nodes:
                self.start_node(node)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        with suppress(subprocess.CalledProcessError, subprocess.TimeoutExpired):
            self.clear()
        for process in reversed(self.running.values()):
            process.terminate()
        for process in self.running.values():
            process.wait(30)
        for file, target in self.before.items():
            file.unlink(missing_ok=True)
            if target:
                file.symlink_to(target)

    def start_node(self, node):
        """Start a node, again perhaps, and wait until it takes jobs."""
        self._start(node, "slurmd", "-D", "-N", node)
        wait_for(lambda: self.state(node) in ("idle", "mixed", "allocated"), 30)

    def kill_node(self, node):
        """Kill a node's daemon and its jobs, as if its machine had lost its power."""
        gone = self.steps(node)
        self.running[node].kill()
        self.running[node].wait()
        for process in gone:
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def steps(self, node):
        """The processes of the jobs on a node: those that keep watch first."""
        jobs = "|".join(job for job, _, where, _ in self.queue() if where == node)
        title = re.compile(rf"slurmstepd: \[({jobs})\.")
        keepers = [p for p in psutil.process_iter(["cmdline"]) if _titled(p, title)]
        return keepers + [child for p in keepers for child in p.children(recursive=True)]

    def state(self, node):
        """A node's state as `sinfo` has it."""
        said = command("sinfo", "-h", "-N", "-n", node, "-o", "%T", check=False).split()
        return said[0].rstrip("*~#!%$@^-") if said else ""

    def queue(self, *states):
        """The id, the state, the node and the name of every job in the queue."""
        asked = ("-t", ",".join(states)) if states else ()
        said = command("squeue", "-h", *asked, "-o", "%i|%T|%N|%j")
        return [tuple(line.split("|")) for line in said.splitlines()]

    def begun(self):
        """The name of every job that was ever submitted, by its id."""
        return {job: name for job, _, _, name in self.queue("all")}

    def fill(self):
        """Take every core; returns the ids of the jobs that do."""
        some = [
            command("sbatch", "--parsable", "-J", "filler", "-w", node, "-c", "2", "--mem=100",
                    "-o", "/dev/null", "--wrap", "exec sleep 600").strip()
            for node in self.nodes
        ]  # fmt: skip
        wait_for(lambda: sum(s == "RUNNING" for _, s, _, _ in self.queue()) >= len(some), 20)
        return some

    def clear(self, named=""):
        """End all jobs, or those with a name."""

        def there():
            return [job for job, _, _, name in self.queue() if named in ("", name)]

        if jobs := there():
            command("scancel", *jobs)
        wait_for(lambda: not there(), 60)

    def _configure(self):
        host = socket.gethostname().partition(".")[0]
        port, *ports = free_ports(1 + len(self.nodes))
        lines = [CONF.format(folder=self.folder, host=host, port=port)]
        lines += [
            NODE.format(name=name, host=host, port=own)
            for name, own in zip(self.nodes, ports, strict=True)
        ]
        lines.append(LAST.format(partition=PARTITION, nodes=",".join(self.nodes)))
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        for name in FILES:
            link = PLACE / name
            self.before[link] = link.readlink() if link.is_symlink() else None
            link.unlink(missing_ok=True)
            link.symlink_to(self.folder / name)

    def _start_munge(self):
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        places = {"socket": "munge.socket", "key-file": "munge.key", "pid-file": "munged.pid"}
        places |= {"log-file": "munged.log", "seed-file": "munged.seed"}
        words = [f"--{name}={self.folder / file}" for name, file in places.items()]
        self._start("munged", "munged", "--force", "--foreground", *words)
        wait_for((self.folder / "munge.socket").exists, 10)

    def _start(self, name, *words):
        with (self.folder / f"{name}.out").open("w") as said:
            self.running[name] = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )


def command(*words, check=True):
    """What a command says."""
    said = subprocess.run(words, capture_output=True, text=True, check=check, timeout=120)
    return said.stdout


def free_ports(count):
    """Ports of loopback that nobody uses."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(happened, within):
    """What `happened` returns, once that is true; TimeoutError if it isn't `within` seconds."""
    until = time.monotonic() + within
    while not (found := happened()):
        if time.monotonic() > until:
            raise TimeoutError(f"nothing came of {happened} within {within} s")
        time.sleep(0.1)
    return found


def _titled(process, title):
    with suppress(psutil.NoSuchProcess):
        return bool(title.search(" ".join(process.info["cmdline"] or ())))
    return False

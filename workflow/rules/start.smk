"""Before the first job: files that may not be written are named, stops reach scripts, and the
sweeps get a cluster that they share; of those that are jobs elsewhere, the logs are followed."""

from contextlib import suppress
from functools import partial
from pathlib import Path

from snakemake.logging import logger

from sweepstake.cluster import shared
from sweepstake.cluster.settings import ClusterError
from sweepstake.snakemake import writable
from sweepstake.snakemake.follow import Follower

if obstacle := writable.obstacle([".snakemake/locks"]):  # Snakemake would end in a traceback
    sys.exit(obstacle)


def sweeps_run():
    """The jobs of this run that are sweeps."""
    return [job for job in workflow.dag.needrun_jobs() if job.rule.name == "sweep"]


def made():
    """What this run makes: the output and the logs of its jobs, and what is stored meanwhile."""
    jobs = list(workflow.dag.needrun_jobs())
    store = ["results/.points"] if sweeps_run() else []
    return [file for job in jobs for file in (*job.output, *job.log)] + store


logger.addFilter(writable.InOneLine(made))


onstart:  # the only one: Snakemake keeps the last that it reads, and no other
    if obstacle := writable.obstacle(made()) or (sweeps_run() and writable.store_obstacle()):
        sys.exit(obstacle)
    tell_scripts_when_told()
    if not workflow.local_exec:
        logs = [Path(log) for job in sweeps_run() for log in job.log]
        Follower(logs, partial(print, file=sys.stderr, flush=True)).start()
    elif sweeps_run():
        with suppress(ClusterError):  # each sweep says why
            shared.for_this_run(workflow.cores, Path("results"))

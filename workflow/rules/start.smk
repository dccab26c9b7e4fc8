"""Before the first job: files that may not be written are named, stops reach scripts, and the
sweeps get a cluster that they share."""

from contextlib import suppress

from snakemake.logging import logger

from sweepstake.cluster import holder
from sweepstake.cluster.settings import ClusterError
from sweepstake.run import writable

if obstacle := writable.obstacle([".snakemake/locks"]):  # Snakemake would end in a traceback
    sys.exit(obstacle)


def sweeps_run():
    return any(job.rule.name == "sweep" for job in workflow.dag.needrun_jobs())


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
    if workflow.local_exec and sweeps_run():
        with suppress(ClusterError):  # each sweep says why
            holder.for_this_run(workflow.cores, Path("results"))

"""Files that may not be written are named in one line, before the first job."""

from snakemake.logging import logger

from sweepstake.run import writable

if obstacle := writable.obstacle([".snakemake/locks"]):  # Snakemake would end in a traceback
    sys.exit(obstacle)


def made():
    """What this run makes: the output and the logs of its jobs, and what is stored meanwhile."""
    jobs = list(workflow.dag.needrun_jobs())
    store = ["results/.points"] if any(job.rule.name == "sweep" for job in jobs) else []
    return [file for job in jobs for file in (*job.output, *job.log)] + store


logger.addFilter(writable.InOneLine(made))


onstart:
    if obstacle := writable.obstacle(made()):
        sys.exit(obstacle)

"""Before the first job: files that may not be written are named, and stops reach scripts."""

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


onstart:  # the only one: Snakemake keeps the last that it reads, and no other
    if obstacle := writable.obstacle(made()):
        sys.exit(obstacle)
    tell_scripts_when_told()

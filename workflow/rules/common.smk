from pathlib import Path

from snakemake.logging import logger

from sweepstake import process

process.start_quickly(process.FEW)
process.keep_out()

from sweepstake.snakemake import parsing

with parsing.in_one_line():  # Dask reads its configuration when it is imported
    process.check_system()
    from sweepstake.config.file import located
    from sweepstake.report.page.contents import contents
    from sweepstake.run import lock
    from sweepstake.upkeep import owner, sums
    from sweepstake.snakemake import ending, screen, steps, stop

if "sweeps" not in config:  # so that --configfile replaces this config, not merges with it

    configfile: Path(workflow.basedir) / "config/config.yaml"


with parsing.in_one_line():
    SHOWS = screen.choose(workflow.output_settings.quiet)
    logger.addFilter(parsing.say_errors_in_one_line)
    config.update(located(config, [Path(file).parent for file in workflow.configfiles]))
    parsing.check_imports(config)  # before there are threads
    stop.stop_when_told()
    parsing.check_cores(workflow.resource_settings.cores)
    parsing.check_writable()
    lock.use(Path(".snakemake"))
    if workflow.is_main_process:
        parsing.check_configs(workflow.configfiles)
    if workflow.is_main_process and (other := parsing.other_config(workflow.configfiles)):
        logger.warning(other)
    SIZES = steps.sizes(config)
    SWEEPS = {name: size.identity for name, size in SIZES.items()}
    CONTENTS = contents(config)


wildcard_constraints:
    sweep="|".join(SWEEPS),


def tell_answers():
    """Print the answers, if this run is all of this workflow; a dry run has none."""
    if not workflow.output_settings.dryrun and ending.is_whole(workflow.dag.jobs):
        ending.tell(CONTENTS, workflow.configfiles, SIZES)
    else:
        screen.end()


if workflow.is_main_process and workflow.modifier.is_main_snakefile():
    ending.tell_without_work(tell_answers)
    screen.keep_log()

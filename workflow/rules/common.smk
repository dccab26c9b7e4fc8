from pathlib import Path

from snakemake.logging import logger
from snakemake.settings.enums import Quietness

from sweepstake import process

process.start_quickly(process.FEW)
process.keep_out()

from sweepstake.snakemake import parsing

with parsing.in_one_line():  # Dask reads its configuration when it is imported
    process.check_system()
    from sweepstake.config.file import located
    from sweepstake.report.page.contents import contents
    from sweepstake.run import lock
    from sweepstake.upkeep import sums
    from sweepstake.snakemake import steps, stop

if "sweeps" not in config:  # so that --configfile replaces this config, not merges with it

    configfile: Path(workflow.basedir) / "config/config.yaml"


with parsing.in_one_line():
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
    logger.addFilter(parsing.say_errors_in_one_line)
    SWEEPS = steps.identities(config)
    CONTENTS = contents(config)


wildcard_constraints:
    sweep="|".join(SWEEPS),

"""Sweepstake: from config/config.yaml to checked tables, plots and a report. See README.md."""

from pathlib import Path

from sweepstake.config import doors

CONFIG = Path(workflow.basedir) / "config/config.yaml"

if not workflow.overwrite_configfiles:  # --configfile replaces the config instead of mixing in
    with doors.in_one_line():
        doors.check([CONFIG])

    configfile: CONFIG


include: "workflow/Snakefile"

"""`python -P -m sweepstake.snakemake`: Snakemake, whatever surrounds it.

`sweepstake run` becomes this program.
"""

import sys

from sweepstake import process, stop

sys.argv[0] = "snakemake"  # as its messages name it
process.keep_out()
try:
    with process.writable_cache():
        from snakemake.cli import main
        from snakemake.logging import logger

        from sweepstake.snakemake.parsing import say_errors_in_one_line

        process.keep_out()  # Snakemake has added a folder to the path
        logger.addFilter(say_errors_in_one_line)
        try:
            main()
        except SystemExit as end:
            if stop.is_stopped():  # its last line says so
                sys.exit(130)
            if isinstance(end.code, str):  # a mistake in a config, as other commands report it
                sys.stderr.write(f"{end.code}\n")
                sys.exit(2)
            raise
except KeyboardInterrupt:
    sys.stderr.write("sweepstake: stopped\n")
    sys.exit(130)
except OSError as error:
    sys.exit(f"sweepstake: {error}")

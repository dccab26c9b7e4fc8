"""`python -m sweepstake.cli`."""

import sys

from sweepstake.cli import main

sys.exit(main())

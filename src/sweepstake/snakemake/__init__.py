"""Functions that the Snakefile and its rules call; nothing else imports this folder."""

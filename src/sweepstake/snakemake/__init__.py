"""What the Snakefile, its rules, its scripts and its profiles call; nothing else imports it."""

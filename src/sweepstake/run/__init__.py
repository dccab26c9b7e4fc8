"""One execution of a sweep: tasks, attempts, limits, lock, progress."""

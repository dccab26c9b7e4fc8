"""The sweep engine: from a config to points, from points to tasks, from tasks to one table."""

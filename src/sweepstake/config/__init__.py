"""From a config in YAML to points: the file, its grammar, the points that it asks for."""

"""From a config in YAML to points: reading the file, checking its grammar, listing its points."""

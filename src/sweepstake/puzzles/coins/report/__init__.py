"""The coins puzzle's tables and figures. No answer depends on them, so changes recompute none."""

"""The war puzzle's tables and figures. No answer depends on them, so changes recompute none."""

"""The cache of kernels' machine code, and the time spent compiling."""

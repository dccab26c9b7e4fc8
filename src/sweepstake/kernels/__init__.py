"""Machine code of kernels: where it is kept, and how long compiling takes."""

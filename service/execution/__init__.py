"""Worker threads, shared computations, and the limits of the processors."""

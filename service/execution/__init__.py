"""How work is run: threads, shared computations, and the processors that there are."""

"""Computing a run: in which format, and what it is billed beyond its steady state."""

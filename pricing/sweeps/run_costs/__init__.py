"""Sweeps of run costs: work, deals, courses and bills of many runs, as arrays."""

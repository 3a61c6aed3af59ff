"""Formats of benchmarks of serving: each module reads one."""

"""Benchmarks: they inform, and are never part of the tests."""

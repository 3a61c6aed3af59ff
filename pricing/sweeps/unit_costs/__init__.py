"""Sweeps of unit costs: performance, price and bill of many rows, as arrays."""

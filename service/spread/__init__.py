"""Sweeps in parts: worked out one by one or side by side, on one machine or on many.

Nothing is imported here: a worker sets its number of threads before polars is there.
"""

"""Sweeps written in parts, as a directory of Parquet files, on this machine or on Ray."""

"""Sweeps: one question about many scenarios."""

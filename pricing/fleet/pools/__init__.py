"""Replicas whose phases are served apart, and what their pools are bought at."""

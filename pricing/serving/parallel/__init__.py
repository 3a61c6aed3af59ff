"""Parallelism of serving beyond one tensor group: pipelines, and experts spread over groups."""

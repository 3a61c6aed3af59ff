"""Metrics, the access log, traces and the health of the service."""

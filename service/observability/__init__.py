"""Metrics, the access log, traces, and the state of health."""

"""Equations of devices that share a model beyond tensor parallelism."""

"""Calibration: fitting the constants of the performance model to the rows of a release.

Needs numpy and scipy; nothing that answers a quote imports this room.
"""

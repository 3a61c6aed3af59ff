"""Calibration: fitting the performance model to the rows of a release, and proving it on them.

Needs numpy, scipy and matplotlib; nothing that answers a quote imports this room.
"""

"""Faults: what happens to a service under load when its surroundings fail.

`make faults` runs them; they are no part of the default run.
"""

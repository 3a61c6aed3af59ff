"""Pools of many devices: predictions of published throughputs."""

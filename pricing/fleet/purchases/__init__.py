"""Purchases of a fleet: prices over the months, commitments, owned devices and spot capacity."""

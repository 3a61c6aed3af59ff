"""Tiers of a service: batch work in what its load leaves."""

"""Weighing: the ways of buying a run against each other."""

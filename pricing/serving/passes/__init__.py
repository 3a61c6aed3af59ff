"""Passes of a model through the devices of a replica, of plain and of drafted tokens."""

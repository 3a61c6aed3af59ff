"""The unitcost command."""

"""Releases: how tables are declared, checked, read and published."""

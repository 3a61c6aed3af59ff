"""Rows of the catalogue: listings with filters and search, and single rows by id or name."""

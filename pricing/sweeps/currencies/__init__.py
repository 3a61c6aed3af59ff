"""The money of a sweep in another currency."""

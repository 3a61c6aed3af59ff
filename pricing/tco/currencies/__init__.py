"""The money of a service over time in another currency."""

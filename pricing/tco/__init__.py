"""Total cost of ownership: what a service costs over its months."""

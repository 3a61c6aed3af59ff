"""How sure the cost of a service is."""

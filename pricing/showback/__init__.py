"""The cost of a service, shared among the teams that use it."""

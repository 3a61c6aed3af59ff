"""Comparisons of services over time: which device, provider and plan costs least."""

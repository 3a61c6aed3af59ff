"""Tiers of APIs: what they charge for batch work."""

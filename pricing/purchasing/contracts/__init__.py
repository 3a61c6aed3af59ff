"""Contracts with a provider over the whole bill: discounts, and minimum commitments."""

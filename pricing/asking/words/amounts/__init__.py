"""Amounts: numbers with what they count, in a text."""

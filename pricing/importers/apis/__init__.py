"""Formats of what APIs charge per token, one module each."""

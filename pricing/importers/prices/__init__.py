"""Formats of prices and bills, one module each."""

"""Devices of one's own: their terms, and what they cost."""

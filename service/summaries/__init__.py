"""Answers as sentences (text/plain)."""

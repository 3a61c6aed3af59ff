"""Contracts over the whole bill of a service."""

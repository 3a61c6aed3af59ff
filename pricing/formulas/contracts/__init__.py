"""Equations of contracts over whole bills."""

"""Comparisons: candidates ranked by one objective."""

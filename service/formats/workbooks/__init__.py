"""Workbooks of a service over time and of a run, with formulas that add up to the answer."""

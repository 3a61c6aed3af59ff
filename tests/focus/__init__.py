"""Forecasts held against the validator of FOCUS: `make focus`."""

"""Forecasts in the columns of FOCUS as tables."""

"""Forecast charges as FOCUS has them: one row a charge period, item and commitment."""

"""Currencies: rates of exchange by the day, and money that stands beside dollars."""

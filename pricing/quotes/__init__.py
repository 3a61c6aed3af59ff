"""Quotes: formulas, performance and prices composed into line items and answers."""

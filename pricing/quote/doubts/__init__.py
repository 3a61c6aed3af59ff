"""Doubts: values of a query that look off by a unit or a factor, and what was perhaps meant."""

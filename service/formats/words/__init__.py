"""Answers and refusals for people: what a sentence has beside it."""

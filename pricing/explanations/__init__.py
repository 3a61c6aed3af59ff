"""Explanations: the bridge from the figure of one question to that of another."""

"""Sweeps: many questions at once, answered on frames by the formulas of the point quotes."""

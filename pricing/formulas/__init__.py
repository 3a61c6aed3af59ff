"""Formulas: pure functions of floats or arrays, with equation, units and source."""

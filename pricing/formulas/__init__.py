"""The formulas: pure functions of floats or expressions, with equation, units and source."""

"""Numbers: floats or arrays, their functions, roots and rounding."""

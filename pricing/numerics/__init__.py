"""Numbers: floats or arrays, their functions, roots, columns and rounding."""

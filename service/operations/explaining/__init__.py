"""The operation that explains why a figure is another."""

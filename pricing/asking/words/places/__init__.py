"""Places that people name."""

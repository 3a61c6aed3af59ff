"""The roofline of measurements, on arrays."""

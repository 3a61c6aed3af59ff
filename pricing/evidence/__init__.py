"""Evidence: published measurements, and how they correct the roofline."""

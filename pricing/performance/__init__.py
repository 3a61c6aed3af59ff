"""Performance: how fast a deployment runs, measured first and modelled second."""

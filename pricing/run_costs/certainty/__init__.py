"""How sure the cost of a run is."""

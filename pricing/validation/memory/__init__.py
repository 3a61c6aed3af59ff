"""How far the memory of answers is from what engines print at their start."""

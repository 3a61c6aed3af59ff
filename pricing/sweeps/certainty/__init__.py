"""How sure the costs of a sweep are."""

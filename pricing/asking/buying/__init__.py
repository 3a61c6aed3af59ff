"""How capacity is bought: where, in which way, and alike on all sides."""

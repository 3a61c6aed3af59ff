"""The operation that answers questions in words."""

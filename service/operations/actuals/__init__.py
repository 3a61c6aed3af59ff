"""The operation on what was billed and served."""

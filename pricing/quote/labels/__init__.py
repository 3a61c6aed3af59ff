"""The labels of a question."""

"""Validation: errors of the model on rows that were left out."""

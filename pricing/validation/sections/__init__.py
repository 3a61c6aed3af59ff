"""The sections of the validation page on what is published beside the tables."""

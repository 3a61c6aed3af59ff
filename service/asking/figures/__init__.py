"""The figures of each kind of answer that people ask for."""

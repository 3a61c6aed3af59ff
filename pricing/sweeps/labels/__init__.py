"""The labels of the rows of a sweep."""

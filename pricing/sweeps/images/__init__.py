"""Images of the requests of a sweep."""

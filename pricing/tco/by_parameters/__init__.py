"""Services over time asked by URL parameters: a flat subset of the query."""

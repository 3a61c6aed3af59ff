"""The page at the root, for people with a browser."""

"""API keys and rate limits. Without a file of keys, everybody may ask."""

"""Forms: the same answer as JSON, as a table in several formats, or as a sentence."""

"""A question in words: read by a grammar, asked of the other rooms, and answered in a sentence."""

"""The grammar of questions in words: atoms of a text, what they mean, and what they ask."""

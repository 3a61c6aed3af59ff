"""Attention to chosen tokens: the indexer, by published first tokens of long prompts."""

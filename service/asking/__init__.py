"""Questions in words: what was read, what the rooms answer, and a sentence for people."""

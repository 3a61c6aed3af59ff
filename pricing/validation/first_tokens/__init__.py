"""How far times to first token are from rows that an answer may not look at."""

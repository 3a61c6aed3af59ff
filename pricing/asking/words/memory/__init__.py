"""Questions of memory and speed in words, and the formats of files."""

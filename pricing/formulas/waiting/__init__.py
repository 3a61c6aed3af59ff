"""What requests wait for: the prefills of others, and the slowest of a hundred."""

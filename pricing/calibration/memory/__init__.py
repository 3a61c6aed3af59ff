"""The memory of engines: start-up logs that were published, and the constants that they give."""

"""Published training layouts: read, asked as their sources ran them, and fitted to."""

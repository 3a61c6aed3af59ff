"""Published training layouts, asked as their sources ran them."""

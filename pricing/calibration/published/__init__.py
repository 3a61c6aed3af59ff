"""Published rows beside the tables: their questions, and the constants fitted to them."""

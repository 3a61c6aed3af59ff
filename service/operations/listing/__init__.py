"""What listings of the catalogue find, and in which order."""

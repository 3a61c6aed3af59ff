"""Media: images that are made, and speech that is written down."""

"""What lies over a release in a buyer's own words: rate cards, and what an overlay changes."""

"""Single rows of the catalogue, by the id or the name that an answer has of them."""

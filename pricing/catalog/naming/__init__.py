"""Names as people say them: what is meant where several things fit, by how common they are."""

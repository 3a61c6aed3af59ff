"""HTTP: requests, responses, problems."""

"""Unit costs: what a token, a request and a watt cost on one deployment."""

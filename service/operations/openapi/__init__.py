"""The OpenAPI document: what is asked, what is answered, and what is refused."""

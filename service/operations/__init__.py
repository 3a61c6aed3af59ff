"""The operations of the API: what is asked, what is answered, and the OpenAPI document."""

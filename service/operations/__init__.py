"""The operations of the API, their handlers, and the OpenAPI document."""

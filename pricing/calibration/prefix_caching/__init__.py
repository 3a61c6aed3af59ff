"""Published gains of prefix caching."""

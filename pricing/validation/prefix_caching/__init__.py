"""How far answers are from published gains of prefix caching."""

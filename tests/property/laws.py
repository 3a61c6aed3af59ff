"""How laws are tried: the same examples on every machine, however slow it is."""

from hypothesis import settings

law = settings(derandomize=True, deadline=None, database=None, max_examples=25)
"""Put above @given."""

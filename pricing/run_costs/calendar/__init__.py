"""The calendar of a run: what it costs and what it pays by month."""

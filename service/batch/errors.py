"""What can go wrong with a sweep in parts after it was begun."""


class BatchError(Exception):
    """It did not come to its end, or its directory cannot be trusted."""

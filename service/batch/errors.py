"""Failures of a sweep in parts after it began."""


class BatchError(Exception):
    """The sweep did not finish, or its directory cannot be trusted."""

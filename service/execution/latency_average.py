"""The moving average of the time that an operation takes to compute an answer."""

_SMOOTHING = 0.1
_MOST_THRESHOLDS = 2.0
"""The most that one answer counts for while an operation is fast. A single slow answer, such as the
first of a release, which builds its indexes, does not make the operation slow."""
_CLAIM_THRESHOLDS = 20.0


class LatencyAverage:
    """The mean time of an operation, and whether the cache pays for it."""

    __slots__ = ("_threshold", "mean_seconds")

    def __init__(self, threshold_seconds: float, *, begins_slow: bool) -> None:
        self._threshold = threshold_seconds
        self.mean_seconds = 2 * threshold_seconds if begins_slow else 0.0

    @property
    def is_slow(self) -> bool:
        """Whether computing takes longer than asking the cache."""
        return self.mean_seconds >= self._threshold

    @property
    def is_very_slow(self) -> bool:
        """Whether it takes much longer than a claim in Redis, too."""
        return self.mean_seconds >= _CLAIM_THRESHOLDS * self._threshold

    def note(self, seconds: float) -> None:
        """Count the time of an answer [seconds]."""
        if not self.is_slow:
            seconds = min(seconds, _MOST_THRESHOLDS * self._threshold)
        self.mean_seconds += _SMOOTHING * (seconds - self.mean_seconds)

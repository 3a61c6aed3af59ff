"""The pace of an operation: how long its answers take to compute, as measured."""

_SMOOTHING = 0.1
_MOST_THRESHOLDS = 2.0
"""What one answer counts for at most while an operation is quick, so that it takes the half of
them to change that: a first question to a release builds its indexes, and a busy machine makes
any question wait now and then."""
_CLAIM_THRESHOLDS = 20.0


class LatencyAverage:
    """The mean time of an operation's computations, and what is worth doing about it."""

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
        """Whether it also takes much longer than agreeing on who computes."""
        return self.mean_seconds >= _CLAIM_THRESHOLDS * self._threshold

    def note(self, seconds: float) -> None:
        """An answer was computed."""
        if not self.is_slow:
            seconds = min(seconds, _MOST_THRESHOLDS * self._threshold)
        self.mean_seconds += _SMOOTHING * (seconds - self.mean_seconds)

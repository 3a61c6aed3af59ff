"""Replicas of two pools that share so many devices."""

from itertools import product

from pricing.unit_costs.pools.replica_ratio import Side, split


def test_the_devices_are_split_where_most_is_served() -> None:
    """As the best of every number of prefill replicas, the first where several serve as much."""
    sides = [Side(rate, size) for rate, size in product((1.0, 1.5, 10.0), (1, 3, 8))]

    for prefill, decode, count in product(sides, sides, range(1, 60, 7)):
        best = None
        most = 0.0
        for first in range(1, count):
            second = (count - first * prefill.device_count) // decode.device_count
            served = min(first * prefill.requests_per_second, second * decode.requests_per_second)
            if second > 0 and served > most:
                best, most = (first, second), served
        assert split(prefill, decode, count) == best


def test_a_million_devices_are_split_at_once() -> None:
    asked: list[float] = []

    class Rate(float):
        def __rmul__(self, count: float) -> float:
            asked.append(count)
            return count * float(self)

    assert split(Side(Rate(1.0), 1), Side(Rate(3.0), 2), 1_000_000) == (600_000, 200_000)
    assert len(asked) < 100

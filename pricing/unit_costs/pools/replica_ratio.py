"""The replicas of two pools where their counts are left open."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from math import ceil, floor

from msgspec import Struct

from pricing.unit_costs.planning.slo import ALIKE_RATIO

MOST_REPLICAS = 32
"""Of a prefill pool whose count is left open, that are tried."""

Charge = Callable[[int, int], float]
"""What so many replicas of both pools cost [USD per hour]."""


class Side(Struct, frozen=True, gc=False):
    """A pool that is to be counted.

    requests_per_second, device_count: of one replica; replica_count: where it is given.
    """

    requests_per_second: float
    device_count: int
    replica_count: int | None = None


def balanced(prefill: Side, decode: Side, charge: Charge) -> tuple[int, int]:
    """The replicas of both whose requests cost least, the fewest devices of those that are alike.

    >>> balanced(Side(10.0, 8), Side(15.0, 8), lambda first, second: 1.0 * first + second)
    (3, 2)
    """

    def usd_per_request(counts: tuple[int, int]) -> float:
        return charge(*counts) / _served(prefill, decode, counts)

    tried = {counts: usd_per_request(counts) for counts in _tried(prefill, decode)}
    least = min(tried.values())
    alike = (counts for counts, usd in tried.items() if usd <= ALIKE_RATIO * least)
    return min(alike, key=lambda counts: (_devices(prefill, decode, counts), tried[counts]))


def split(prefill: Side, decode: Side, device_count: int) -> tuple[int, int] | None:
    """The replicas of both on so many devices that serve most; None where they need more.

    >>> split(Side(10.0, 2), Side(15.0, 4), 16)
    (3, 2)
    """

    def counts(first: int) -> tuple[int, int]:
        return first, (device_count - first * prefill.device_count) // decode.device_count

    def keeps_up(first: int) -> bool:
        """Whether prefill does more than decode, so that yet more of it serves less."""
        _, second = counts(first)
        return first * prefill.requests_per_second > second * decode.requests_per_second

    most = (device_count - decode.device_count) // prefill.device_count
    if most < 1:
        return None
    above = bisect_left(range(most + 1), 1, key=keeps_up)
    near = {min(max(first, 1), most) for first in (above - 1, above)}
    return max(map(counts, sorted(near)), key=lambda pair: _served(prefill, decode, pair))


def sustaining(side: Side, requests_per_second: float) -> int:
    """The fewest replicas that sustain more than a rate, or those given."""
    if side.replica_count is not None:
        return side.replica_count
    return floor(requests_per_second / side.requests_per_second) + 1


def _tried(prefill: Side, decode: Side) -> Iterator[tuple[int, int]]:
    """Each count of prefill replicas, with those of decode replicas that they nearly keep busy."""
    given = prefill.replica_count
    for first in (given,) if given else range(1, MOST_REPLICAS + 1):
        needed = first * prefill.requests_per_second / decode.requests_per_second
        for second in (max(1, floor(needed)), max(1, ceil(needed))):
            yield first, decode.replica_count or second


def _served(prefill: Side, decode: Side, counts: tuple[int, int]) -> float:
    first, second = counts
    return min(first * prefill.requests_per_second, second * decode.requests_per_second)


def _devices(prefill: Side, decode: Side, counts: tuple[int, int]) -> int:
    return counts[0] * prefill.device_count + counts[1] * decode.device_count

"""Published gains of speculative decoding, and the questions that they are."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import field
from msgspec.structs import replace

from pricing.calibration.publications import Published, published
from pricing.unit_costs.query import UnitCostQuery

LEFT_OPEN = ("precision", "tensor_parallel", "device_count")
"""What is left to the answer, in this order, where the layout of a row is refused."""


class Gain(Published, frozen=True, kw_only=True):
    """A published gain: the throughput with speculation over that without."""

    id: str
    method: str
    model: str
    device: str = field(name="deployment.device")
    batch: float = field(name="load.concurrency")
    ratio: float = field(name="throughput_ratio")


@cache
def gains() -> Sequence[Gain]:
    """All of them."""
    return published("speculative_decoding", Gain)


def queries(gain: Gain) -> Iterator[UnitCostQuery]:
    """The question of a gain, then with less and less of its layout, for where that is refused."""
    query = gain.question
    yield query
    for name in LEFT_OPEN:
        query = replace(query, deployment=replace(query.deployment, **{name: None}))
        yield query

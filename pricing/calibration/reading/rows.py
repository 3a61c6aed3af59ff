"""Published throughputs of encoders, and the questions that they are."""

from collections.abc import Sequence
from functools import cache

from msgspec import field

from pricing.calibration.publications import Published, published


class Reading(Published, frozen=True, kw_only=True):
    """A published throughput of one device; input_tokens: of a document; batch: documents at once.

    documents_per_second: of all of them. Its question is under any engine: none is modelled apart.
    """

    device: str = field(name="deployment.device")
    model: str
    precision: str = field(name="deployment.precision")
    engine: str = field(name="engine_name")
    input_tokens: float = field(name="load.input_tokens")
    batch: float = field(name="load.concurrency")
    documents_per_second: float


@cache
def readings() -> Sequence[Reading]:
    """All of them."""
    return published("reading", Reading)

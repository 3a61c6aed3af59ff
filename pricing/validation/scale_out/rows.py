"""Published throughputs of pools of devices, and the questions that they are."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from msgspec import field

from pricing.calibration.publications import Published, published
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.quote import unit_costs


class Pooled(Published, frozen=True, kw_only=True):
    """A published throughput of a pool: tokens per second and device.

    stage: what of requests its devices run. Of the other pool, nothing is told.
    """

    id: str
    stage: str
    model: str
    device: str = field(name="deployment.device")
    layout: str
    tokens_per_second: float = field(name="tokens_per_second_per_device")
    input_tokens: float = field(name="load.input_tokens")
    output_tokens: float = field(name="load.output_tokens")

    @property
    def is_input(self) -> bool:
        """Whether its tokens are those of prompts."""
        return self.stage == "prefill"


@cache
def pooled() -> Sequence[Pooled]:
    """All of them."""
    return published("scale_out_serving", Pooled)


def answered(library: Library, row: Pooled) -> float | None:
    """What is answered: tokens per second and device; None where the release refuses."""
    with suppress(Refusal):
        return asked(library, row)
    return None


def asked(library: Library, row: Pooled) -> float:
    """The same. Raises a Refusal."""
    answer = unit_costs(row.question, library)
    if answer.pools is None:
        raise TypeError(row.id)
    pool = answer.pools.prefill if row.is_input else answer.pools.decode
    tokens = row.input_tokens if row.is_input else row.output_tokens
    return float(pool.requests_per_second * tokens / pool.device_count)

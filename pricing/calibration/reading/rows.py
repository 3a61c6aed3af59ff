"""Published throughputs of encoders, and the questions that they are."""

from collections.abc import Sequence
from functools import cache

from msgspec import convert

from pricing.calibration.publications import Published, published
from pricing.unit_costs.query import UnitCostQuery


class Reading(Published, frozen=True, kw_only=True):
    """A published throughput of one device; input_tokens: of a document; batch: documents at once.

    documents_per_second: of all of them.
    """

    device: str
    model: str
    precision: str
    engine: str
    input_tokens: float
    batch: float
    documents_per_second: float
    confidence: str
    notes: str

    @property
    def query(self) -> UnitCostQuery:
        """The question of it, under any engine: none of them is modelled apart."""
        return convert(
            {
                "model": self.model,
                "workload": "batch",
                "deployment": {
                    "device": self.device,
                    "device_count": 1,
                    "precision": self.precision,
                },
                "load": {
                    "input_tokens": self.input_tokens,
                    "output_tokens": 0,
                    "concurrency": self.batch,
                },
                "purchase": {"usd_per_device_hour": 1.0},
            },
            UnitCostQuery,
        )


@cache
def readings() -> Sequence[Reading]:
    """All of them."""
    return convert(published("reading"), list[Reading], strict=False)

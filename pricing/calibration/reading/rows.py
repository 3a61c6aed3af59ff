"""Published throughputs of encoders, and the questions that they are."""

import csv
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from pricing.calibration.folds import is_aside
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

FILE = Path(__file__).resolve().parent.parent / "published" / "reading.csv"


class Reading(Struct, frozen=True, kw_only=True):
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
    source: str
    confidence: str
    notes: str

    @property
    def is_aside(self) -> bool:
        """Whether its source is kept aside."""
        return is_aside(self.source)

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
    with FILE.open(encoding="utf-8") as file:
        return convert(list(csv.DictReader(file)), list[Reading], strict=False)


def answered(library: Library, reading: Reading) -> UnitCostAnswer | None:
    """The answer to the question of a throughput; None where the release cannot answer."""
    with suppress(Refusal):
        return unit_costs(reading.query, library)
    return None

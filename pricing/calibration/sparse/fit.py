"""The fit of what an indexer makes of the MFU of attention, to first tokens of long prompts."""

from collections.abc import Mapping, Sequence
from math import log

from msgspec import convert

from pricing.calibration.publications import published
from pricing.calibration.rows import Constant
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.serving.constants import INDEX_RATIO, LEAST_HEADS
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

SOURCE = (
    "nearest to three first tokens of prompts of 264,000 and a million tokens, in steps of 0.05"
)
KERNELS = "kernels of FlashMLA pad the heads of a device to 64 (vLLM, deepseek_v4_attention.py)"
LEAST_HEADS_COUNT = 64.0
TRIED = tuple(step / 20 for step in range(2, 11))
COUNTS = ("device_count", "tensor_parallel", "data_parallel", "expert_parallel")
LENGTHS = ("input_tokens", "output_tokens", "concurrency")

Row = Mapping[str, str]


def fit_sparse(catalog: Catalog) -> list[Constant]:
    """The ratio whose bursts are nearest to those of long prompts, and the heads of kernels."""
    rows = published("long_prompts")
    ratio = min(TRIED, key=lambda tried: _loss(catalog, rows, tried))
    return [
        Constant(*INDEX_RATIO, ratio, "ratio", len(rows), SOURCE),
        Constant(*LEAST_HEADS, LEAST_HEADS_COUNT, "count", 0, KERNELS),
    ]


def _loss(catalog: Catalog, rows: Sequence[Row], ratio: float) -> float:
    constants = {**catalog.constants, INDEX_RATIO: ratio, LEAST_HEADS: LEAST_HEADS_COUNT}
    library = Library([Catalog(catalog.release, constants=constants)])
    return sum(log(_burst_seconds(library, row) / float(row["ttft_seconds"])) ** 2 for row in rows)


def _burst_seconds(library: Library, row: Row) -> float:
    """The first tokens of a row, as a caller would ask for them."""
    query = convert(
        {
            "model": row["model"],
            "workload": "batch",
            "deployment": {name: row[name] for name in ("device", "precision", "engine")}
            | {name: int(row[name]) for name in COUNTS if row[name]},
            "load": {name: float(row[name]) for name in LENGTHS},
        },
        UnitCostQuery,
    )
    return unit_costs(query, library).performance.burst_ttft_seconds or 0.0

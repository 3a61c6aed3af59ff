"""The fit of what an indexer makes of the MFU of attention, to first tokens of long prompts."""

from collections.abc import Sequence
from math import log

from pricing.calibration.published.rows import Published, published
from pricing.calibration.rows import Constant
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.serving.constants import INDEX_RATIO, LEAST_HEADS
from pricing.unit_costs.quote import unit_costs

SOURCE = (
    "nearest to three first tokens of prompts of 264,000 and a million tokens, in steps of 0.05"
)
KERNELS = "kernels of FlashMLA pad the heads of a device to 64 (vLLM, deepseek_v4_attention.py)"
LEAST_HEADS_COUNT = 64.0
TRIED = tuple(step / 20 for step in range(2, 11))


class Burst(Published, frozen=True, kw_only=True):
    """The first tokens of a burst of long prompts."""

    ttft_seconds: float


def fit_sparse(catalog: Catalog) -> list[Constant]:
    """The ratio whose bursts are nearest to those of long prompts, and the heads of kernels."""
    rows = published("long_prompts", Burst)
    ratio = min(TRIED, key=lambda tried: _loss(catalog, rows, tried))
    return [
        Constant(*INDEX_RATIO, ratio, "ratio", len(rows), SOURCE),
        Constant(*LEAST_HEADS, LEAST_HEADS_COUNT, "count", 0, KERNELS),
    ]


def _loss(catalog: Catalog, rows: Sequence[Burst], ratio: float) -> float:
    constants = {**catalog.constants, INDEX_RATIO: ratio, LEAST_HEADS: LEAST_HEADS_COUNT}
    library = Library([Catalog(catalog.release, constants=constants)])
    errors = []
    for row in rows:
        found = unit_costs(row.question, library).performance.burst_ttft_seconds
        errors.append(log((found or 0.0) / row.ttft_seconds) ** 2)
    return sum(errors)

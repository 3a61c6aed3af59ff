"""Published gains of prefix caching, and the two questions that each is."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from msgspec import Struct, convert

from pricing.calibration.publications import published
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quote.caching import CACHED
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

NUMBERS = {"device_count": int, "tensor_parallel": int, "memory_utilization_fraction": float}
TEXTS = ("device", "precision", "kv_cache_precision", "engine")
POOLS = ("prefill", "decode")


class Gain(Struct, frozen=True):
    """A published gain: the load, its cached shares before and after, and what came of them.

    throughput_ratio: requests a second after over those before; ttft_ratio: time to first token
    before over that after, None where the source prints none [ratio].
    """

    id: str
    model: str
    device: str
    cached_fractions: tuple[float, float]
    throughput_ratio: float
    ttft_ratio: float | None
    source: str
    question: dict[str, Any]


@cache
def gains() -> Sequence[Gain]:
    """All of them."""
    return [_gain(row) for row in published("prefix_caching")]


def answered(library: Library, gain: Gain) -> tuple[UnitCostAnswer, UnitCostAnswer] | None:
    """The answers before and after; None where the release cannot answer."""
    with suppress(Refusal):
        before, after = (
            unit_costs(_query(gain, fraction), library) for fraction in gain.cached_fractions
        )
        return before, after
    return None


def _query(gain: Gain, cached_fraction: float) -> UnitCostQuery:
    load = gain.question["load"] | {CACHED.removeprefix("load."): cached_fraction}
    return convert(gain.question | {"load": load}, UnitCostQuery)


def _gain(row: dict[str, str]) -> Gain:
    deployment: dict[str, Any] = {name: row[name] for name in TEXTS if row[name]}
    numbers = {name: kind(row[name]) for name, kind in NUMBERS.items() if row[name]}
    load = {
        "input_tokens": float(row["input_tokens"]),
        "output_tokens": float(row["output_tokens"]),
    }
    if row["concurrency"]:
        load["concurrency"] = float(row["concurrency"])
    if row["prefill_device_count"]:
        deployment |= {pool: {"device_count": int(row[f"{pool}_device_count"])} for pool in POOLS}
        deployment["prefill"]["tensor_parallel"] = numbers.pop("tensor_parallel")
    return Gain(
        id=row["id"],
        model=row["model"],
        device=row["device"],
        cached_fractions=(
            float(row["cached_before_fraction"]),
            float(row["cached_after_fraction"]),
        ),
        throughput_ratio=float(row["throughput_ratio"]),
        ttft_ratio=float(row["ttft_ratio"]) if row["ttft_ratio"] else None,
        source=row["source"],
        question={
            "model": row["model"],
            "deployment": deployment | numbers,
            "load": load,
            "workload": "batch",
            "purchase": {"usd_per_device_hour": 1.0},
        },
    )

"""Questions for the quotes, written as a caller writes them: dotted names and values."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from pricing.run_costs.query import RunCostQuery
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery

UNIT_COST = {
    "model": "llama-3.1-70b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
}
RUN_COST = {
    "model": "llama-3.1-8b",
    "tokens": 1e12,
    "sequence_length": 4096,
    "deployment": {"device": "h100-sxm-80gb", "device_count": 256, "precision": "bf16"},
}
TCO = {
    "model": "llama-3.1-70b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
    "load": {"input_tokens": 1024, "output_tokens": 256},
    "traffic": {"requests_per_day": 5e6},
    "horizon_months": 12,
    "start": "2026-08-01",
    "catalog": "2026-07-31",
    "purchase": {"provider": "aws", "region": "us-east-1"},
    "drivers": False,  # found by asking again a dozen times
}
THINGS: dict[str, Any] = {
    "model": None,
    "deployment": {"device": "l4", "device_count": 2},
    "measured.requests_per_second": 50.0,
    "purchase.usd_per_device_hour": 0.9,
}
"""Changes that ask of work which is not tokens, as measured by the caller."""

BRIDGED: dict[str, Any] = {
    **UNIT_COST,
    "load": {"input_tokens": 1024, "output_tokens": 256},
    "purchase": {"provider": "aws", "region": "us-east-1"},
    "catalog": "2026-07-31",
}
"""What figures are bridged of from day to day."""

Changes = Mapping[str, Any]


def unit_cost(changes: Changes | None = None) -> UnitCostQuery:
    """Llama 3.1 70B in FP8 on 8 × H100 SXM, but for the changes."""
    return msgspec.convert(changed(UNIT_COST, changes or {}), UnitCostQuery)


def run_cost(changes: Changes | None = None) -> RunCostQuery:
    """Llama 3.1 8B on 10¹² tokens and 256 × H100 SXM, but for the changes."""
    return msgspec.convert(changed(RUN_COST, changes or {}), RunCostQuery)


def tco(changes: Changes | None = None) -> TcoQuery:
    """Llama 3.1 70B in FP8 on replicas of 8 × H100 SXM for a year, without drivers."""
    return msgspec.convert(changed(TCO, changes or {}), TcoQuery)


def changed(base: Changes, changes: Changes) -> dict[str, Any]:
    """A copy in which every dotted name has its new value."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(base))
    for name, value in changes.items():
        place = whole
        *path, last = name.split(".")
        for part in path:
            place = place.setdefault(part, {})
        place[last] = deepcopy(value)
    return whole

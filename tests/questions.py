"""Questions for the quotes, written as a caller writes them: dotted names and values."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pricing.quotes.queries import RunCostQuery, UnitCostQuery

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

Changes = Mapping[str, Any]


def unit_cost(changes: Changes | None = None) -> UnitCostQuery:
    """Llama 3.1 70B in FP8 on 8 × H100 SXM, but for the changes."""
    return msgspec.convert(changed(UNIT_COST, changes or {}), UnitCostQuery)


def run_cost(changes: Changes | None = None) -> RunCostQuery:
    """Llama 3.1 8B on 10¹² tokens and 256 × H100 SXM, but for the changes."""
    return msgspec.convert(changed(RUN_COST, changes or {}), RunCostQuery)


def changed(base: Changes, changes: Changes) -> dict[str, Any]:
    """A copy in which every dotted name has its new value."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(base))
    for name, value in changes.items():
        place = whole
        *path, last = name.split(".")
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return whole

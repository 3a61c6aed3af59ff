"""Bridges between random questions add up to the last bit, and change sign with their sides."""

from collections import Counter
from fractions import Fraction
from math import fsum
from typing import Any

import msgspec
import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation

PAIRS = 6
"""Pairs of each kind. A thousand take some three minutes."""

DEVICES = ("h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm", "l4", "mi300x", "a100-sxm-80gb")
SHARED: dict[str, tuple[Any, ...]] = {
    "catalog": ("2026-05-31", "2026-07-31", None),
    "as_of": ("2024-06-01", "2025-03-01", "2025-07-01", "2026-05-01", None),
    "model": ("llama-3.1-70b", "llama-3.1-8b", "mixtral-8x7b", {"parameters": 13e9}),
    "deployment.device": DEVICES,
    "deployment.precision": ("fp8", "bf16", None, None),
    "facility.pue_ratio": (1.1, 1.4, None),
    "facility.usd_per_kilowatt_hour": (0.05, 0.15, None),
}
LOADED: dict[str, tuple[Any, ...]] = {
    "load.input_tokens": (128, 1024, 8000, None),
    "load.output_tokens": (64, 256, 1000, None),
    "workload": ("batch", "interactive", "interactive"),
    "deployment.engine": ("vllm", "sglang", None, None),
}
BOUGHT: dict[str, tuple[Any, ...]] = {
    "purchase.option": ("on_demand", "spot", "reserved_1y", "owned", None),
    "purchase.provider": ("aws", "gcp", "lambda", None, None),
    "purchase.region": ("us-east-1", "us-central1", None, None, None),
    "purchase.discount_fraction": (0, 0.1, None),
}
FIELDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "unit_costs": {
        **SHARED,
        **LOADED,
        **BOUGHT,
        "deployment.device_count": (1, 2, 8, 16, None, None),
        "load.concurrency": (1, 32, None, None),
        "utilization_fraction": (0.3, 0.7, None),
    },
    "run_costs": {
        **SHARED,
        **BOUGHT,
        "deployment.device_count": (64, 256, 1024),
        "tokens": (1e11, 1e12),
        "sequence_length": (4096, 8192, None),
        "mfu_fraction": (0.3, 0.4, None),
        "recompute": ("none", "full", None),
    },
    "tco": {
        **SHARED,
        **LOADED,
        "purchase": (None, {"option": "owned"}, {"provider": "aws"}, {"option": "spot"}),
        "deployment.device_count": (8, None),
        "traffic.requests_per_day": (1e5, 3e6),
        "traffic.growth_per_month_fraction": (0.0, 0.03, None),
        "capacity.scaling": ("fixed", "autoscaled", None),
        "horizon_months": (6, 12),
        "discount_rate_fraction": (0.05, None),
    },
}


@pytest.mark.parametrize("kind", FIELDS)
def test_random_bridges_add_up_and_change_sign(library: Library, kind: str) -> None:
    rng = np.random.default_rng(87)
    fields = FIELDS[kind]
    seen = Counter[str]()
    while seen["pairs"] < PAIRS:
        base = {name: values[rng.integers(len(values))] for name, values in fields.items()}
        count = int(rng.choice((1, 2, 3, 5, 8, len(fields))))
        names = [str(name) for name in rng.choice(sorted(fields), count, replace=False)]
        other = {name: fields[name][rng.integers(len(fields[name]))] for name in names}
        sides = ({name: base[name] for name in names}, other)
        seen["asked"] += 1
        try:
            there, back = (
                explanation(
                    msgspec.convert(
                        {"kind": kind, "base": base, "from": before, "to": after},
                        ExplanationQuery,
                    ),
                    library,
                )
                for before, after in (sides, sides[::-1])
            )
        except Refusal:
            continue
        changes = {effect.name: effect.change for effect in there.effects}
        exact = sum(map(Fraction, changes.values()), Fraction(there.from_value))

        assert len(changes) == len(there.effects)
        assert exact == Fraction(there.to_value)
        assert fsum([there.from_value, *changes.values()]) == there.to_value
        assert {effect.name: -effect.change for effect in back.effects} == changes
        assert (back.from_value, back.to_value) == (there.to_value, there.from_value)
        seen["pairs"] += 1
        seen["several"] += len(changes) > 1

    assert seen["several"] > PAIRS / 3
    assert seen["asked"] < 8 * PAIRS

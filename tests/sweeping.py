"""What the tests of sweeps share: random scenarios, and the point quote of one as a row."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.sweeps.refusals import Refused, query_of
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs

SECTIONS = ("unit_costs", "efficiency", "performance", "memory", "power")


def scenario(draw: random.Random, library: Library) -> dict[str, Any]:
    """A question as people ask them, wrong ones among them, by dotted name."""
    catalog = library.newest

    def maybe(share: float, value: Any) -> Any:
        return value if draw.random() < share else None

    measured = draw.choice(list(catalog.measurements))
    near = draw.random() < 0.5
    providers = sorted(catalog.providers)
    provider = maybe(0.3, draw.choice(["aws", "gcp", "azure", draw.choice(providers)]))
    region = maybe(0.1, draw.choice(sorted(catalog.providers[provider or draw.choice(providers)])))
    own_price = maybe(0.1, draw.uniform(0.1, 20.0))
    anything = draw.random() < 0.05
    cached = maybe(0.15, draw.choice([0.0, 0.5, draw.uniform(0.0, 0.999)]))
    adapters = maybe(0.1, draw.choice([1, 8]))
    method = maybe(0.1, draw.choice(["mtp", "eagle", "ngram"]))
    return {
        "catalog": maybe(0.2, draw.choice([*library.names, *library.names, "1999-01-01"])),
        "as_of": maybe(
            0.5, f"202{draw.randint(5, 6)}-{draw.randint(1, 12):02}-{draw.randint(1, 30):02}"
        ),
        "model": None
        if anything
        else measured[1]
        if near
        else draw.choice([*catalog.models, "gpt-9"]),
        "deployment.device": measured[0] if near else draw.choice([*catalog.devices, "abacus"]),
        "deployment.device_count": maybe(0.5, draw.choice([1, 1, 2, 3, 4, 6, 8, 8, 16, 64, 1000])),
        "deployment.precision": maybe(
            0.6, draw.choice(["fp8", "bf16", "int4", "mxfp4", "fp32", "fp7"])
        ),
        "deployment.kv_cache_precision": maybe(0.1, draw.choice(["fp8", "fp16"])),
        "deployment.tensor_parallel": maybe(0.2, draw.choice([1, 2, 3, 8, 16])),
        "deployment.data_parallel": maybe(0.1, draw.choice([1, 4, 8, 16])),
        "deployment.expert_parallel": maybe(0.1, draw.choice([1, 8, 12, 64])),
        "deployment.pipeline_parallel": maybe(0.1, draw.choice([1, 2, 4])),
        "deployment.engine": maybe(0.3, draw.choice(["vllm", "tensorrt-llm 0.9", "sglang", "own"])),
        "deployment.max_concurrency": maybe(0.1, draw.choice([1, 16, 4096])),
        "deployment.speculation.method": method,
        "deployment.adapters.count": adapters,
        "deployment.adapters.rank": adapters and maybe(0.5, draw.choice([8, 64])),
        "deployment.speculation.draft_tokens": method and maybe(0.5, draw.choice([1, 3])),
        "workload": maybe(0.4, draw.choice(["interactive", "batch"])),
        "load.input_tokens": maybe(
            0.7, draw.choice([0.0, 128.0, 1024.0, 2048.0, draw.uniform(0, 1e5)])
        ),
        "load.output_tokens": maybe(0.7, draw.choice([1.0, 128.0, 256.0, draw.uniform(1, 4e3)])),
        "load.concurrency": maybe(0.5, draw.choice([1.0, 8.0, 32.0, 256.0, draw.uniform(1, 1e4)])),
        "load.requests_per_second": maybe(0.1, draw.uniform(0.01, 20.0)),
        "load.cached_input_fraction": cached,
        "load.shared_cache_fraction": maybe(0.02 if cached is None else 0.5, draw.random()),
        "load.traffic_kind": maybe(0.1, draw.choice(["none", "chat", "agents", "retrieval"])),
        "slo.ttft_seconds": maybe(0.05, draw.uniform(0.05, 5.0)),
        "slo.tpot_seconds": maybe(0.05, draw.uniform(0.002, 0.2)),
        "utilization_fraction": maybe(0.3, draw.choice([1.0, draw.uniform(0.05, 1.0)])),
        "purchase.option": maybe(
            0.6,
            draw.choice(
                ["on_demand", "spot", "reserved_1y", "reserved_3y", "owned", "capacity_block"]
            ),
        ),
        "purchase.provider": provider,
        "purchase.region": region,
        "purchase.instance_type": maybe(0.03, "p5.48xlarge"),
        "purchase.shared_instances": draw.random() < 0.2,
        "purchase.minimum_confidence": maybe(0.1, draw.choice(["verified", "unverified"])),
        "purchase.discount_fraction": maybe(0.2, draw.uniform(0.0, 0.9)) or 0.0,
        "purchase.usd_per_device_hour": own_price,
        "facility.pue_ratio": maybe(0.1, draw.uniform(1.0, 2.0)),
        "facility.usd_per_kilowatt_hour": maybe(0.1, draw.uniform(0.0, 0.5)),
        "facility.grams_co2e_per_kilowatt_hour": maybe(0.1, draw.uniform(0.0, 900.0)),
        "measured.output_tokens_per_second": maybe(0.08, draw.uniform(1.0, 1e5)),
        "measured.requests_per_second": draw.uniform(1.0, 1e3)
        if anything and draw.random() < 0.8
        else maybe(0.03, draw.uniform(1.0, 1e3)),
        "measured.watts_per_device": maybe(0.1, draw.uniform(50.0, 900.0)),
    }


def point_row(values: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """The point quote of a scenario, with the names of a sweep's columns."""
    query = query_of(values)
    if isinstance(query, Refused):
        return {"refusal": query.refusal}
    try:
        answer = unit_costs(query, library)
    except Refusal as error:
        return {"refusal": error.kind}
    return {"refusal": None, **answered_row(answer)}


def answered_row(answer: UnitCostAnswer) -> dict[str, Any]:
    """An answer, with the names of a sweep's columns."""
    row: dict[str, Any] = {}
    for section in SECTIONS:
        part = getattr(answer, section)
        if part is not None:
            row |= msgspec.structs.asdict(part)
    for name in ("evidence", "ttft_evidence", "fits"):
        row.pop(name, None)
    price = answer.price
    full = msgspec.structs.asdict(answer.at_full_use)
    row |= {f"{name}_at_full_use": usd for name, usd in full.items()}
    row |= {f"{item.name}_usd_per_hour": item.usd_per_hour for item in answer.line_items}
    return row | {
        "model": answer.model,
        "device": answer.device,
        "device_count": answer.device_count,
        "precision": answer.precision,
        "usd_per_device_hour": price.usd_per_device_hour,
        "option": price.option,
        "price_basis": price.basis,
        "price_row": price.row and price.row.id,
    }

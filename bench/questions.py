"""What the benchmarks ask: several questions, so that none is measured by a lucky cache."""

from collections.abc import Iterable

from msgspec.structs import replace

from pricing.fleet.query import (
    Capacity,
    PurchasePlan,
    Traffic,
)
from pricing.purchasing.query import Purchase
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import TrainingDeployment
from pricing.tco.query import (
    Alternative,
    TcoQuery,
    Uncertainty,
)
from pricing.unit_costs.query import Deployment, Load, UnitCostQuery

UNIT_COSTS = tuple(
    UnitCostQuery(
        model=model,
        deployment=Deployment(device=device, device_count=count, precision=precision),
        load=Load(input_tokens=1024, output_tokens=256, concurrency=concurrency),
        purchase=Purchase(option="on_demand", provider=provider, region=region),
        as_of="2026-05-01",
    )
    for model, device, count, precision, concurrency, provider, region in (
        ("llama-3.1-70b", "h100-sxm-80gb", 8, "fp8", None, "aws", "us-east-1"),
        ("llama-3.1-70b", "h100-sxm-80gb", 8, "fp8", 64, "aws", "us-east-1"),
        ("llama-3.1-8b", "a100-sxm-80gb", 1, "bf16", 16, "aws", "us-east-1"),
        ("deepseek-v3", "h200-sxm-141gb", 8, "fp8", None, None, None),
    )
)

RUN_COSTS = tuple(
    RunCostQuery(
        model=model,
        tokens=tokens,
        sequence_length=8192,
        deployment=TrainingDeployment(device=device, device_count=count, precision="bf16"),
        as_of="2026-05-01",
    )
    for model, tokens, device, count in (
        ("llama-3.1-8b", 15e12, "h100-sxm-80gb", 1024),
        ("llama-3.1-70b", 15e12, "h100-sxm-80gb", 8192),
        ("llama-2-7b", 2e12, "a100-sxm-80gb", 512),
    )
)
"""Each under every way of buying its capacity."""


def new_loads(numbers: Iterable[int]) -> list[UnitCostQuery]:
    """The unit costs with so many input tokens each."""
    return [
        replace(query, load=replace(query.load, input_tokens=number))
        for query in UNIT_COSTS
        for number in numbers
    ]


def new_runs(numbers: Iterable[int]) -> list[RunCostQuery]:
    """The runs on 1,000 billion tokens, and so many billion more each."""
    return [replace(query, tokens=1e12 + number * 1e9) for query in RUN_COSTS for number in numbers]


_EIGHT = Deployment(device="h100-sxm-80gb", device_count=8, precision="fp8")

TCO = TcoQuery(
    model="llama-3.1-70b",
    deployment=_EIGHT,
    load=Load(input_tokens=1024, output_tokens=256),
    traffic=Traffic(
        requests_per_day=5e6,
        growth_per_month_fraction=0.02,
        hourly_profile=(
            *(1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 5.0, 7.0, 8.0, 9.0, 9.0),
            *(9.0, 9.0, 8.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 2.0, 1.0),
        ),
    ),
    horizon_months=60,
    start="2026-08-01",
    capacity=Capacity(scaling="autoscaled", redundant_replicas=1),
    purchase=PurchasePlan(plan="optimal", provider="aws", region="us-east-1"),
    price_change_per_year_fraction=-0.1,
    alternative=Alternative(provider="openai", model="gpt-4o-mini"),
    alternatives=(
        Alternative(deployment=_EIGHT, purchase=PurchasePlan(option="owned")),
        Alternative(
            deployment=replace(_EIGHT, device="h200-sxm-141gb"),
            purchase=PurchasePlan(option="reserved_1y", provider="aws"),
        ),
    ),
)
"""Five years by the hour, with the best base, beside an API and two other deployments."""

LADDER_TCO = replace(TCO, alternative=None, alternatives=(), drivers=False)
UNCERTAIN_TCO = replace(TCO, uncertainty=Uncertainty(draws=1000))

"""What the benchmarks ask: several questions, so that none is measured by a lucky cache."""

from pricing.quotes.queries import (
    Deployment,
    Load,
    Purchase,
    RunCostQuery,
    TrainingDeployment,
    UnitCostQuery,
)

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

"""What the tests of sweeps of runs share: random scenarios."""

import random
from typing import Any

from pricing.catalog.library import Library

MODELS = ("llama-3.1-8b", "llama-3.1-70b", "deepseek-v3")
OPTIONS = ("on_demand", "spot", "reserved_1y", "reserved_3y", "owned", "capacity_block")


def run_scenario(draw: random.Random, library: Library) -> dict[str, Any]:
    """A run as people ask for it, wrong ones among them, by dotted name."""
    catalog = library.newest

    def maybe(share: float, value: Any) -> Any:
        return value if draw.random() < share else None

    trained = draw.choice([run.device for run in catalog.training_runs])
    providers = sorted(catalog.providers)
    provider = maybe(0.3, draw.choice(["aws", "gcp", "azure", draw.choice(providers)]))
    region = maybe(0.1, draw.choice(sorted(catalog.providers[provider or draw.choice(providers)])))
    method = draw.choice(["pretraining", "pretraining", "full_finetuning", "lora", "qlora"])
    way = "none" if draw.random() < 0.02 else draw.choice(["tokens", "tokens", "steps", "samples"])
    option = maybe(0.8, draw.choice(OPTIONS))
    is_long = option in {"reserved_1y", "reserved_3y", "owned"} or draw.random() < 0.03
    own_price = maybe(0.15, draw.uniform(0.1, 20.0))
    asks_stops = draw.random() < 0.5

    def stop(share: float, value: Any) -> Any:
        return maybe(share, value) if asks_stops else None

    return {
        "catalog": maybe(0.2, draw.choice([*library.names * 5, "1999-01-01"])),
        "as_of": maybe(
            0.5, f"202{draw.randint(5, 6)}-{draw.randint(1, 12):02}-{draw.randint(1, 30):02}"
        ),
        "model": draw.choice([*MODELS * 20, *catalog.models, "gpt-9"]),
        "tokens": 10.0 ** draw.uniform(6, 14) if way == "tokens" or draw.random() < 0.01 else None,
        "steps": 10.0 ** draw.uniform(1, 6) if way == "steps" else None,
        "batch_tokens": maybe(0.9 if way == "steps" else 0.05, 10.0 ** draw.uniform(5, 7)),
        "batch_sequences": None if way == "steps" else maybe(0.1, draw.choice([64, 1024, 4096])),
        "samples": 10.0 ** draw.uniform(3, 8) if way == "samples" else None,
        "sample_tokens": maybe(0.5, draw.uniform(10.0, 5000.0)) if way == "samples" else None,
        "epochs": maybe(0.3, draw.choice([0.5, 3.0, 3.0, 0.0])) if way == "samples" else None,
        "sequence_length": maybe(0.5, draw.choice([512, 2048, 4096, 8192, 131_072])),
        "method": method,
        "adapter_parameter_fraction": maybe(0.5, draw.uniform(1e-4, 0.1))
        if "lora" in method
        else None,
        "recompute": maybe(0.2, draw.choice(["none", "selective", "full"])),
        "flash_attention": draw.random() < 0.9,
        "mfu_fraction": maybe(0.3, draw.uniform(0.05, 0.7)),
        "headroom_fraction": maybe(0.3, draw.uniform(0.0, 2.0)),
        "evaluation_fraction": maybe(0.2, draw.uniform(0.0, 1.0)) or 0.0,
        "deployment.device": draw.choice([trained] * 100 + [*catalog.devices, "abacus"]),
        "deployment.device_count": maybe(0.7, draw.choice([1, 8, 64, 256, 1000, 4096, 65_536])),
        "deployment.precision": maybe(0.4, draw.choice(["bf16"] * 6 + ["fp8", "fp32", "fp7"])),
        "deployment.layout.tensor_parallel": maybe(0.05, draw.choice([1, 2, 8, 16])),
        "deployment.layout.zero_stage": maybe(0.1, draw.choice([0, 1, 3])),
        "purchase.option": option,
        "purchase.provider": provider,
        "purchase.region": region,
        "purchase.discount_fraction": maybe(0.02 if own_price else 0.2, draw.uniform(0.0, 0.9))
        or 0.0,
        "purchase.usd_per_device_hour": own_price,
        "purchase.upfront": maybe(0.3, draw.choice(["none", "partial", "all"]))
        if is_long
        else None,
        "purchase.use_fraction": maybe(0.2, draw.uniform(0.1, 1.0)) if is_long else None,
        "commitments": maybe(0.4, draw.choice(["borne", "amortised"])),
        "facility.pue_ratio": maybe(0.1, draw.uniform(1.0, 2.0)),
        "facility.usd_per_kilowatt_hour": maybe(0.1, draw.uniform(0.0, 0.5)),
        "facility.grams_co2e_per_kilowatt_hour": maybe(0.1, draw.uniform(0.0, 900.0)),
        "storage.kept_checkpoint_count": maybe(0.1, draw.uniform(0.0, 50.0)),
        "storage.usd_per_gigabyte_month": maybe(0.1, draw.uniform(0.0, 0.2)),
        "storage.egress_gigabytes": maybe(0.1, draw.uniform(0.0, 1e5)),
        "storage.egress_usd_per_gigabyte": maybe(0.1, draw.uniform(0.0, 0.2)),
        "reliability.device_mtbf_hours": stop(0.3, 10.0 ** draw.uniform(0, 7)),
        "reliability.restart_seconds": stop(0.3, draw.uniform(0.0, 5000.0)),
        "reliability.checkpoint_write_seconds": stop(0.3, draw.choice([0.0, draw.uniform(0, 600)])),
        "reliability.checkpoint_bytes_per_parameter": stop(
            0.2, draw.choice([0.0, 2.0, 12.0, draw.uniform(1.0, 20.0)])
        ),
        "reliability.checkpoint_gigabytes_per_second": stop(0.2, 10.0 ** draw.uniform(-2, 4)),
        "reliability.checkpoint_interval_seconds": stop(0.3, 10.0 ** draw.uniform(-2, 7)),
        "reliability.spot_preemption_source": draw.choice(
            ["spot_advisor", "spot_advisor", "trace"]
        ),
        "reliability.spot_preemptions_per_instance_hour": stop(0.3, 10.0 ** draw.uniform(-5, 1.5)),
        "reliability.spot_preempted_per_month_fraction": stop(0.2, draw.uniform(0.0, 1.0)),
        "reliability.spot_instance_count_per_preemption": stop(0.2, draw.uniform(1.0, 64.0)),
        "reliability.spot_capacity_wait_seconds": stop(0.2, draw.uniform(0.0, 1e5)),
    }

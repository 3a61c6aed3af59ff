"""How devices share out attention: each layout with its own memory."""

import re
from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.serving.attention import OPEN, REPEATED, SPLIT
from pricing.serving.memory import Room
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from pricing.units import BYTES_PER_GIBIBYTE
from tests.questions import unit_cost
from tests.reserves import share_of

KIMI = {
    "model": "kimi-k2",
    "deployment": {"device": "h200-sxm-141gb", "precision": "fp8"},
    "load": {"input_tokens": 129_000, "output_tokens": 1_000},
    "purchase.usd_per_device_hour": 3.0,
}
"""A cache of 130,000 tokens takes 8.5 GiB, and eight devices have 3 GiB each for it."""


def room(attention: Any, *, attention_bytes: float = 50.0, last_kv_bytes: float = 20.0) -> Room:
    """Eight devices keep 8,000 bytes beside weights of 400, and a request takes 10 to 20."""
    return Room(
        reserve=share_of(1000.0),
        weights_bytes=400.0,
        kv_bytes=10.0,
        window_kv_bytes=0.0,
        last_kv_bytes=last_kv_bytes,
        last_window_kv_bytes=0.0,
        last_tokens=2.0,
        kv_heads=np.inf,
        window_kv_heads=np.inf,
        state_bytes=0.0,
        concurrency_limit=4096.0,
        attention=attention,
        attention_bytes=attention_bytes,
    )


def asked(library: Library, changes: dict[str, Any]) -> UnitCostAnswer:
    return unit_costs(unit_cost(changes), library)


def test_repeated_latent_is_on_every_device() -> None:
    found = room(REPEATED)

    assert found.held(8.0) == pytest.approx(7600 / 80)
    assert found.kv_bytes_in(8.0) == 80.0
    assert found.weights_in(8.0) == 400.0


def test_split_requests_cost_the_weights_of_the_attention_again() -> None:
    found = room(SPLIT)

    assert found.held(8.0) == pytest.approx((8000 - 400 - 7 * 50) / 10)
    assert found.kv_bytes_in(8.0) == 10.0
    assert found.weights_in(8.0) == 750.0


def test_request_fits_on_one_device_or_not_at_all() -> None:
    """Devices have 900 bytes each, and a request of 950 does not go over two of them."""
    assert room(SPLIT, last_kv_bytes=950.0).held(8.0) < 1.0
    assert room(SPLIT, last_kv_bytes=850.0).held(8.0) >= 8.0


def test_open_attention_is_the_one_that_holds_more() -> None:
    assert room(OPEN).held(8.0) == room(SPLIT).held(8.0)
    assert room(OPEN, attention_bytes=1080.0).held(8.0) == room(REPEATED).held(8.0)


def test_attention_of_rows_is_that_of_each() -> None:
    kinds = np.array([REPEATED, SPLIT, OPEN])

    assert room(kinds).held(8.0).tolist() == [room(kind).held(8.0) for kind in kinds.tolist()]
    assert room(kinds).copies(8.0).tolist() == [8.0, 1.0, 1.0]


@pytest.mark.parametrize("attention", [None, "tensor", "data"])
def test_long_requests_of_kimi_k2_fit_on_sixteen_devices(
    library: Library, attention: str | None
) -> None:
    changes = KIMI | {"deployment.attention_parallel": attention}

    assert asked(library, changes | {"deployment.device_count": 16}).device_count == 16
    with pytest.raises(DoesNotFit):
        asked(library, changes | {"deployment.device_count": 8, "deployment.tensor_parallel": 8})


def test_layout_that_is_asked_for_is_answered(library: Library) -> None:
    """DeepSeek-V3 on eight H200: the attention has 187 million parameters in each of 61 layers."""
    changes = {
        "model": "deepseek-v3",
        "deployment": {"device": "h200-sxm-141gb", "precision": "fp8", "tensor_parallel": 8},
        "load": {"input_tokens": 1000, "output_tokens": 1000, "concurrency": 16},
        "purchase.usd_per_device_hour": 3.0,
    }
    whole, split = (
        asked(library, changes | {"deployment.attention_parallel": one})
        for one in ("tensor", "data")
    )

    assert (whole.performance.attention_parallel, split.performance.attention_parallel) == (
        "tensor",
        "data",
    )
    assert whole.memory
    assert split.memory
    assert whole.memory.kv_cache_gibibytes == pytest.approx(
        8.0 * split.memory.kv_cache_gibibytes, rel=1e-6
    )
    again = split.memory.runtime_gibibytes - whole.memory.runtime_gibibytes
    assert split.memory.weights_gibibytes == whole.memory.weights_gibibytes
    assert again * BYTES_PER_GIBIBYTE == pytest.approx(7 * 61 * 187e6, rel=0.01)


def test_heads_that_do_not_go_round_are_stored_again(library: Library) -> None:
    """Four key-value heads on eight devices."""
    changes = {
        "model": "qwen3-235b-a22b",
        "deployment": {"device": "h200-sxm-141gb", "precision": "fp8", "tensor_parallel": 8},
        "load": {"input_tokens": 1000, "output_tokens": 1000, "concurrency": 16},
        "purchase.usd_per_device_hour": 3.0,
    }
    usual = asked(library, changes).memory
    split = asked(library, changes | {"deployment.attention_parallel": "data"}).memory

    assert usual
    assert split
    assert usual.kv_cache_gibibytes == pytest.approx(2.0 * split.kv_cache_gibibytes, rel=1e-6)


def test_tight_memory_is_told(library: Library) -> None:
    asked_for = {
        "model": "gpt-oss-120b",
        "deployment": {"device": "h100-sxm-80gb", "device_count": 1, "engine": "vllm"},
        "purchase.usd_per_device_hour": 3.0,
    }
    tight = asked(library, asked_for | {"deployment.max_concurrency": 400})
    roomy = asked(library, asked_for | {"deployment.max_concurrency": 64})

    assert any(text.startswith("memory is tight") for text in tight.warnings)
    assert not any("memory is tight" in text for text in roomy.warnings)


@pytest.mark.parametrize(
    ("model", "engine", "most"),
    [
        ("llama-3.1-8b", "vllm", 1024),
        ("llama-3.1-8b", "vllm", 2048),
        ("gemma-2-9b", None, 2048),
    ],
)
def test_memory_that_is_set_aside_to_sample_is_told(
    library: Library, model: str, engine: str | None, most: int
) -> None:
    """Whoever follows the advice has room for all requests that the engine is told to run."""
    asked_for = {
        "model": model,
        "deployment": {"device": "rtx-4090", "device_count": 1, "engine": engine},
        "load": {"input_tokens": 512, "output_tokens": 128, "concurrency": 4096},
        "deployment.precision": "bf16",
    }
    try:
        told = asked(library, asked_for | {"deployment.max_concurrency": most})
        said = next(one for one in told.warnings if "aside to sample" in one)
    except DoesNotFit as refusal:
        said = str(refusal)
    found = re.search(r"deployment\.max_concurrency of (\d+)", said)
    assert found
    fewer = asked(library, asked_for | {"deployment.max_concurrency": int(found[1])})

    assert f"to sample {most:,} requests at once" in said
    assert said.startswith(engine or "the engine") or said.endswith("1 × rtx-4090")
    assert fewer.performance.concurrency == int(found[1])
    assert not any("aside to sample" in one for one in fewer.warnings)


@pytest.mark.parametrize(("tokens", "starts"), [(2048, False), (4096, True)])
def test_more_requests_than_tokens_of_a_pass_are_told(
    library: Library, tokens: int, *, starts: bool
) -> None:
    asked_for = {
        "model": "llama-3.2-1b",
        "deployment": {"device": "l4", "device_count": 1, "engine": "vllm", "precision": "fp8"},
        "deployment.max_concurrency": 2500,
        "deployment.max_batched_tokens": tokens,
    }

    assert any("does not start" in one for one in asked(library, asked_for).warnings) is not starts

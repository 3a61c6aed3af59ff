"""Published figures of what training takes in memory, and runs that fitted where they ran."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.run_costs.quote import run_costs
from pricing.training.activations import footprint
from pricing.training.memory import Recompute
from tests.layouts import layout, needs
from tests.questions import run_cost

GIGABYTE, GIBIBYTE = 1e9, 1_073_741_824


@pytest.mark.parametrize(
    ("parameters", "data_parallel", "gigabytes"),
    [
        (7.5e9, 1, (120.0, 120.0, 120.0)),
        (7.5e9, 4, (52.5, 41.3, 30.0)),
        (7.5e9, 16, (35.6, 21.6, 7.5)),
        (7.5e9, 64, (31.4, 16.6, 1.88)),
        (7.5e9, 256, (30.4, 15.4, 0.47)),
        (7.5e9, 1024, (30.1, 15.1, 0.12)),
        (128e9, 64, (536.0, 284.0, 32.0)),
        (1e12, 1024, (4011.0, 2013.0, 15.6)),
    ],
)
def test_states_are_those_of_the_zero_paper(
    library: Library, parameters: float, data_parallel: int, gigabytes: tuple[float, ...]
) -> None:
    # arXiv 1910.02054, table 1, in units of 10⁹ bytes. 1%: figures of three digits, and two
    # where they are below one.
    asked = needs(library, {"model": {"parameters": parameters}})
    found = [
        footprint(asked, layout(zero_stage=stage, data_parallel=data_parallel), "none").states_bytes
        / GIGABYTE
        for stage in (1, 2, 3)
    ]

    assert found == pytest.approx(gigabytes, rel=0.01, abs=0.005)


def gpt(layers: int, hidden_size: int, heads: int) -> dict[str, Any]:
    return {
        "parameters": 12.0 * layers * hidden_size**2,
        "layers": layers,
        "hidden_size": hidden_size,
        "heads": heads,
        "kv_heads": heads,
        "head_dim": hidden_size // heads,
        "vocabulary_size": 51_200,
        "gated_feed_forward": False,
    }


GPT_22B, GPT_175B = gpt(48, 6144, 64), gpt(96, 12_288, 96)
GPT_530B, GPT_1T = gpt(105, 20_480, 128), gpt(128, 25_600, 160)


@pytest.mark.parametrize(
    ("model", "saved"), [(GPT_175B, 0.70), (GPT_530B, 0.65)], ids=["GPT-3", "MT-NLG"]
)
def test_selective_recompute_saves_what_its_paper_says(
    library: Library, model: dict[str, Any], saved: float
) -> None:
    # arXiv 2205.05198, section 5: 70% and 65% of the activations. 1 point: two digits, and the
    # logits and one layer's scores, which are held besides.
    asked = needs(library, {"model": model, "sequence_length": 2048, "flash_attention": False})
    none, selective = (
        footprint(asked, layout(tensor_parallel=8, pipeline_parallel=8), recompute)
        for recompute in ("none", "selective")
    )

    assert 1.0 - selective.activations_bytes / none.activations_bytes == pytest.approx(
        saved, abs=0.01
    )


@pytest.mark.parametrize(
    ("model", "pipeline_parallel", "micro_batch_sequences"),
    [(GPT_22B, 1, 4), (GPT_175B, 8, 1), (GPT_530B, 35, 1), (GPT_1T, 64, 1)],
    ids=["22B", "175B", "530B", "1T"],
)
def test_models_of_korthikanti_fit_only_with_what_the_paper_adds(
    library: Library, model: dict[str, Any], pipeline_parallel: int, micro_batch_sequences: int
) -> None:
    # arXiv 2205.05198, figure 1 and table 3: on 80 GB, with tensor parallelism of 8, the
    # baseline passes the memory, and sequence parallelism with selective recompute does not.
    asked = needs(library, {"model": model, "sequence_length": 2048, "flash_attention": False})
    shape = {
        "tensor_parallel": 8,
        "pipeline_parallel": pipeline_parallel,
        "micro_batch_sequences": micro_batch_sequences,
    }
    baseline = footprint(asked, layout(sequence_parallel=False, **shape), "none")
    present = footprint(asked, layout(**shape), "selective")

    assert baseline.used_bytes > 80 * GIBIBYTE > present.used_bytes


@pytest.mark.parametrize(
    ("model", "micro_batch_sequences", "gigabytes"),
    [("llama-2-13b", 1, 38.12), ("llama-2-7b", 2, 29.07)],
)
def test_adapters_take_what_litgpt_measured(
    library: Library, model: str, micro_batch_sequences: int, gigabytes: float
) -> None:
    # LitGPT, tutorials/resource-tables.md: LoRA in bf16 on one A100, 1,304 tokens, the peak.
    # 6%: gated layers in PyTorch without fused kernels keep about 45 bytes a value.
    asked = needs(
        library,
        {
            "model": model,
            "method": "lora",
            "sequence_length": 1304,
            "adapter_parameter_fraction": 0.0006,
        },
    )
    found = footprint(asked, layout(micro_batch_sequences=micro_batch_sequences), "none")

    assert found.used_bytes / GIGABYTE == pytest.approx(gigabytes, rel=0.06)


def deployed(device: str, count: int | None, precision: str = "bf16") -> dict[str, Any]:
    return {"device": device, "device_count": count, "precision": precision}


FITTED = {
    # arXiv 2407.21783, table 4, and section 3.3.2: no recompute at 8,192 tokens.
    "Llama 3 405B": {
        "model": "llama-3.1-405b",
        "sequence_length": 8192,
        "batch_tokens": 16 * 2**20,
        "recompute": "none",
        "deployment": deployed("h100-sxm-80gb", 16_384)
        | {
            "layout": {
                "tensor_parallel": 8,
                "pipeline_parallel": 16,
                "data_parallel": 128,
                "zero_stage": 2,
            }
        },
    },
    # arXiv 2211.05100, section 3.4: micro-batches of 2, ZeRO-1, full recompute.
    "BLOOM": {
        "model": "bloom-176b",
        "sequence_length": 2048,
        "batch_sequences": 2048,
        "recompute": "full",
        "flash_attention": False,
        "deployment": deployed("a100-sxm-80gb", 384)
        | {
            "layout": {
                "tensor_parallel": 4,
                "pipeline_parallel": 12,
                "data_parallel": 8,
                "zero_stage": 1,
                "micro_batch_sequences": 2,
                "sequence_parallel": False,
            }
        },
    },
    # arXiv 2412.19437, section 3.2: no tensor parallelism, 16 stages, experts over 64, ZeRO-1.
    "DeepSeek-V3": {
        "model": "deepseek-v3",
        "sequence_length": 4096,
        "batch_sequences": 15_360,
        "deployment": deployed("h800-sxm", 2048, "fp8")
        | {
            "layout": {
                "tensor_parallel": 1,
                "pipeline_parallel": 16,
                "expert_parallel": 64,
                "zero_stage": 1,
            }
        },
    },
    # arXiv 2305.14314, abstract: 65B on one 48 GB device, 33B on one of 24 GB.
    "Guanaco 65B": {
        "model": "llama-65b",
        "method": "qlora",
        "sequence_length": 512,
        "deployment": deployed("rtx-a6000", 1),
    },
    "Guanaco 33B": {
        "model": "llama-33b",
        "method": "qlora",
        "sequence_length": 512,
        "deployment": deployed("rtx-4090", 1),
    },
    # Stanford Alpaca: all weights of LLaMA 7B on 8 × A100 80GB.
    "Alpaca": {
        "model": "llama-7b",
        "method": "full_finetuning",
        "sequence_length": 512,
        "deployment": deployed("a100-sxm-80gb", 8),
    },
    # llm-foundry throughput tables: 30B at 8,192 tokens on 8 × H100 with full recompute.
    "MPT 30B": {
        "model": {"parameters": 30e9, "layers": 48, "hidden_size": 7168, "vocabulary_size": 50_432},
        "sequence_length": 8192,
        "recompute": "full",
        "deployment": deployed("h100-sxm-80gb", 8),
    },
}


@pytest.mark.parametrize("question", FITTED.values(), ids=FITTED.keys())
def test_published_run_fits_where_it_ran(library: Library, question: dict[str, Any]) -> None:
    answer = run_costs(run_cost(question), library)

    assert answer.memory.fits


def test_bloom_does_not_fit_without_recompute(library: Library) -> None:
    # the BLOOM engineering chronicles: it was needed
    with pytest.raises(DoesNotFit):
        run_costs(run_cost(FITTED["BLOOM"] | {"recompute": "none"}), library)


@pytest.mark.parametrize(
    ("method", "device", "published"),
    [("full_finetuning", "a100-sxm-80gb", 16), ("qlora", "a100-sxm-40gb", 2)],
)
def test_smallest_count_for_llama_3_70b_is_the_published_one(
    library: Library, method: str, device: str, published: int
) -> None:
    # philschmid.de, fine-tuning Llama 3 70B with FSDP: about 16 × 80 GB for all weights, 2 × 40
    # GB for QLoRA, at 3,072 tokens.
    question = {
        "model": "llama-3-70b",
        "method": method,
        "sequence_length": 3072,
        "deployment": deployed(device, None),
    }

    assert run_costs(run_cost(question), library).device_count == published


RECOMPUTES: tuple[Recompute, ...] = ("none", "full")


@pytest.mark.parametrize("recompute", RECOMPUTES)
def test_published_throughput_runs_fit_where_they_ran(
    library: Library, recompute: Recompute
) -> None:
    """Every run of the tables that says its recompute, and its count with it."""
    catalog = library.newest
    refused = []
    for run in catalog.training_runs:
        if run.recompute != recompute:
            continue
        question = {
            "model": run.model or {"parameters": run.parameters},
            "sequence_length": run.sequence_length,
            "recompute": recompute,
            "deployment": deployed(run.device, run.device_count, run.precision),
        }
        try:
            run_costs(run_cost(question), library)
        except DoesNotFit as refusal:
            refused.append(f"{run.id}: {refusal.detail}")

    assert refused == []

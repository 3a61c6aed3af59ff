"""Fine-tuning: peak memory, tokens a second and watts of single steps, of random weights."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
import transformers
from peft import LoraConfig, get_peft_model
from torch.utils.checkpoint import checkpoint
from transformers import AutoConfig, AutoModelForCausalLM

from bench.on_device.meter import (
    BFLOAT16,
    DEVICE,
    device_name,
    free,
    measured,
    peaks,
    start_peaks,
)
from bench.on_device.shapes import SHAPES, Shape

RANK = 16
CHUNK_TOKENS = 1024
LEAST_SECONDS = 1.4
MEASURED = (
    *("tokens_per_second_per_device", "seconds_per_step", "watts"),
    *("memory_measure", "peak_memory_gib", "reserved_gib", "device_used_gib"),
)
MODULES = {
    "all_linear": ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
    "attention": ["q_proj", "k_proj", "v_proj", "o_proj"],
    "query_value": ["q_proj", "v_proj"],
}


class Case(NamedTuple):
    """A step. weights: bf16, or fp32 that are computed with in BF16 (autocast); adapters: alike."""

    model: str
    method: str
    micro_batch: int
    sequence_length: int
    recompute: str = "full"
    weights: str = "bf16"
    adapters: str = "bf16"
    modules: str = "all_linear"
    step: str = "foreach"
    loss: str = "plain"


CASES = (
    Case("Llama-3.1-8B", "lora", 1, 2048),
    Case("Llama-3.1-8B", "lora", 1, 2048, "none"),
    Case("Llama-3.1-8B", "lora", 1, 2048, "none", adapters="fp32"),
    Case("Llama-3.1-8B", "lora", 4, 2048),
    Case("Llama-3.1-8B", "lora", 4, 2048, adapters="fp32"),
    Case("Llama-3.1-8B", "full", 1, 2048),
    Case("Qwen2.5-1.5B", "full", 2, 2048, "none"),
    Case("Qwen2.5-1.5B", "full", 2, 2048, "none", weights="fp32"),
    Case("Gemma-2-2B", "lora", 1, 8192),
    Case("Gemma-2-2B", "lora", 1, 8192, loss="chunked"),
    Case("Llama-3.1-8B", "lora", 1, 512),
    Case("Llama-3.1-8B", "lora", 1, 512, "none"),
    Case("Llama-3.1-8B", "lora", 1, 8192),
    Case("Llama-3.1-8B", "lora", 1, 8192, loss="chunked"),
    Case("Llama-3.1-8B", "lora", 8, 1024),
    Case("Llama-3.1-8B", "lora", 2, 2048, "none", modules="query_value"),
    Case("Llama-3.1-8B", "lora", 4, 2048, "none"),
    Case("Llama-3.1-8B", "full", 1, 512, step="fused"),
    Case("Llama-3.1-8B", "full", 2, 2048, step="fused"),
    Case("Qwen2.5-7B", "lora", 1, 4096),
    Case("Qwen2.5-7B", "lora", 2, 1024, "none"),
    Case("Qwen2.5-7B", "full", 1, 1024),
    Case("Qwen2.5-1.5B", "full", 4, 2048),
    Case("Qwen2.5-1.5B", "full", 4, 2048, step="fused"),
    Case("Qwen2.5-1.5B", "full", 4, 2048, loss="chunked"),
    Case("Qwen2.5-1.5B", "full", 1, 512, "none", weights="fp32"),
    Case("Qwen2.5-1.5B", "full", 8, 2048, weights="fp32"),
    Case("Qwen2.5-1.5B", "lora", 1, 512, "none"),
    Case("Qwen2.5-1.5B", "lora", 8, 2048),
    Case("Llama-3.2-1B", "full", 2, 4096, "none"),
    Case("Gemma-2-2B", "lora", 2, 1024, "none"),
    Case("Gemma-2-2B", "full", 1, 4096),
    Case("Qwen2.5-14B", "lora", 1, 2048),
    Case("Qwen2.5-14B", "lora", 1, 1024, "none"),
    Case("Qwen2.5-14B", "lora", 4, 4096),
)
FIRST = Case("tiny", "lora", 1, 128)
"""What loads the libraries of the device; its row says nothing."""
SMALL = (
    Case("tiny", "lora", 2, 128, "none", adapters="fp32"),
    Case("tiny", "full", 1, 128, weights="fp32", loss="chunked"),
    Case("tiny", "full", 1, 128, "none", step="fused"),
)


def rows(*, is_small: bool = False) -> Iterator[dict[str, Any]]:
    """A row of a table of fine-tuning runs for each case, as soon as it is measured."""
    _measured(FIRST)
    for case in SMALL if is_small else CASES:
        try:
            found = {"outcome": "ok", **_measured(case)}
        except torch.cuda.OutOfMemoryError:
            found = {"outcome": "oom", **dict.fromkeys(MEASURED, "")}
        free()
        yield {**told(case), **found}


def told(case: Case) -> dict[str, Any]:
    """The columns of a published run that say what was run, and ask for it."""
    notes: list[str] = []
    adapters: dict[str, Any] = {"adapter_rank": "", "adapter_modules": ""}
    if case.method == "lora":
        notes.append(f"adapters in {case.adapters} on {case.modules.replace('_', ' ')}")
        adapters = {"adapter_rank": RANK, "adapter_modules": case.modules}
    sizes = ("tensor_parallel", "pipeline_parallel", "context_parallel", "data_parallel")
    return {
        "model": case.model,
        "tokens": 1_000_000,
        "deployment.device": device_name(),
        "deployment.device_count": 1,
        "deployment.precision": "bf16",
        **{f"deployment.layout.{name}": 1 for name in sizes},
        "deployment.layout.micro_batch_sequences": case.micro_batch,
        "sequence_length": case.sequence_length,
        "method": "full_finetuning" if case.method == "full" else case.method,
        **adapters,
        "base_weight_format": case.weights,
        "optimizer": "adamw_fused" if case.step == "fused" else "adamw",
        "gradient_accumulation": 1,
        "recompute": case.recompute,
        "fused_kernels": "false",
        "loss": "chunked" if case.loss == "chunked" else "",
        "strategy": "single",
        "packed_as_told": "yes",
        "framework": f"transformers {transformers.__version__}, torch {torch.__version__}",
        "notes": "; ".join(notes),
        "source": "bench.on_device",
    }


def _measured(case: Case) -> dict[str, Any]:
    step = step_of(case)
    step()
    start_peaks()
    phase = measured(step, least_seconds=LEAST_SECONDS)
    tokens = case.micro_batch * case.sequence_length
    return {
        "tokens_per_second_per_device": round(tokens / phase.seconds, 1),
        "seconds_per_step": round(phase.seconds, 5),
        "watts": "" if phase.watts is None else round(phase.watts, 1),
        "memory_measure": "torch allocated",
        **peaks(),
    }


def step_of(case: Case, attention: str = "sdpa") -> Callable[[], None]:
    """Forward, backward, and a step of the optimizer; attention: as transformers names it."""
    shape = SHAPES[case.model]
    is_wide = case.weights == "fp32"
    model = _model(shape, torch.float32 if is_wide else BFLOAT16)
    if case.method == "lora":
        adapters = LoraConfig(r=RANK, lora_alpha=2 * RANK, target_modules=MODULES[case.modules])
        model = get_peft_model(model, adapters, autocast_adapter_dtype=case.adapters == "fp32")
    model.train()
    model.config._attn_implementation = attention  # noqa: SLF001 - after weights were drawn
    if case.recompute == "full":
        model.gradient_checkpointing_enable({"use_reentrant": False})
    trained = [value for value in model.parameters() if value.requires_grad]
    how = {"fused": True} if case.step == "fused" else {"foreach": True}
    optimizer = torch.optim.AdamW(trained, lr=1e-5, **how)
    size = (case.micro_batch, case.sequence_length)
    tokens = torch.randint(shape.vocabulary_size, size, device=DEVICE)
    is_cast = is_wide or case.adapters == "fp32"

    def step() -> None:
        with torch.autocast(DEVICE.type, BFLOAT16, enabled=is_cast):
            if case.loss == "chunked":
                loss = _chunked_loss(model, tokens)
            else:
                loss = model(input_ids=tokens, labels=tokens, use_cache=False).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def _model(shape: Shape, kind: Any) -> Any:
    config = AutoConfig.for_model(shape.kind, **shape.config)
    with torch.device(DEVICE):
        return AutoModelForCausalLM.from_config(config, dtype=kind, attn_implementation="sdpa")


def _chunked_loss(model: Any, tokens: Any) -> Any:
    """The mean cross entropy, the logits of a chunk of tokens held at once."""
    whole = model.get_base_model() if hasattr(model, "get_base_model") else model
    states = whole.model(input_ids=tokens, use_cache=False).last_hidden_state[:, :-1].flatten(0, 1)
    targets = tokens[:, 1:].flatten()

    def of_chunk(part: Any, expected: Any) -> Any:
        logits = whole.lm_head(part).float()
        return torch.nn.functional.cross_entropy(logits, expected, reduction="sum")

    chunks = zip(states.split(CHUNK_TOKENS), targets.split(CHUNK_TOKENS), strict=True)
    losses = [checkpoint(of_chunk, *chunk, use_reentrant=False) for chunk in chunks]
    return torch.stack(losses).sum() / targets.numel()

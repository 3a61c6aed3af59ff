"""Published fine-tuning runs, asked for as their sources ran them."""

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.purchasing.query import RunPurchase
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import Recompute, TrainingDeployment, TrainingLayout
from pricing.run_costs.tuning.query import BaseWeightFormat, Method, Offload, Optimizer

FILE = Path(__file__).resolve().parent.parent / "published" / "finetuning_runs.csv"

METHODS: dict[str, Method] = {
    "full": "full_finetuning",
    "lora": "lora",
    "qlora": "qlora",
    "int8_lora": "int8_lora",
}
FORMATS: dict[str, BaseWeightFormat] = {
    "bf16": "bf16",
    "bf16-mixed": "fp32",
    "nf4": "nf4",
    "nf4-dq": "nf4_double_quantised",
    "bnb-nf4": "nf4_double_quantised",
    "bnb-fp4": "fp4",
    "gptq-int4": "gptq_int4",
    "bnb-int8": "int8",
    "gptq-int8": "gptq_int8",
}
OPTIMIZERS: dict[str, Optimizer | None] = {
    "AdamW": "adamw",
    "distributed AdamW": None,
    "8-bit AdamW": "adamw_8bit",
    "AdamW 8-bit": "adamw_8bit",
    "paged AdamW": "paged_adamw",
    "fused AdamW": "adamw_fused",
}
RECOMPUTES: dict[str, Recompute] = {"none": "none", "selective": "selective", "full": "full"}
ASKED_TOKENS = 1e6
"""How much is trained does not change how fast it is, and what it holds."""

HOSTED_INPUTS = "LLaMA-Factory (Unsloth"
"""A framework that keeps inputs of layers on the host: use_gradient_checkpointing of its unsloth.py
is unsloth."""

UNPREPARED = (
    *("litgpt", "torchtune", "fsdp_qlora", "LLaMA-Factory"),
    *("accelerated-peft", "fms-acceleration"),
)
"""Frameworks that load packed models by code of their own, where peft would cast what is left."""

UNIT_PRICE = (RunPurchase(option="on_demand", usd_per_device_hour=1.0),)

KEPT_ASIDE = (
    "hiyouga/LLaMA-Factory",
    "pytorch/torchtune",
    "lora--llama-3.2-3B-rank64",
    "lora--llama-3.2-3B-rank10",
    "huggingface/peft@5d602fdbf:docs",
    "Lightning-AI/litgpt@26857050f:config_hub",
    "Lightning-AI/litgpt#596",
    "huggingface/blog",
    "foundation-model-stack/fms-acceleration#12",
)
"""Sources that nothing is fitted to."""


class Run(Struct, frozen=True, gc=False):
    """A published run.

    tokens_per_second: of a device; seconds: of the same job, where the tokens are not told: to
    compare runs of one job; job: what such runs share; is_oom: whether it ran out of memory.
    """

    source: str
    label: str
    question: RunCostQuery
    method: str
    peak_gibibytes: float | None
    tokens_per_second: float | None
    seconds: float | None
    job: tuple[str, ...]
    is_oom: bool

    @property
    def is_kept_aside(self) -> bool:
        """Whether nothing is fitted to it."""
        return any(name in self.source for name in KEPT_ASIDE)


def published_runs() -> tuple[Run, ...]:
    """Every published run whose device and count are told."""
    return runs_in(FILE)


@cache
def runs_in(path: Path) -> tuple[Run, ...]:
    """Every run of a table whose device and count are told."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(_run(row) for row in rows if row["device_count"] and row["model"] != "7B class")


def question(row: dict[str, str]) -> RunCostQuery:
    """A row as its source ran it; what the source leaves open is left open."""
    notes, framework = row["notes"], row["framework"]
    method = METHODS[row["method"]]
    adapters: dict[str, Any] = {}
    if row["method"] != "full":
        modules = _modules(row)
        if row["rank"]:
            adapters = {
                "adapter_rank": int(row["rank"]),
                "adapter_modules": modules,
                "train_embeddings": "LoRA (emb)" in notes,
            }
    is_later = "torchtune" in framework and any(
        word in notes
        for word in ("chunked", "activation", "in backward", "8-bit AdamW", "LoRA", "QLoRA")
    )
    mean = re.search(r"mean about (\d+) tokens", row["packed"])
    return RunCostQuery(
        model=row["model"],
        method=method,
        tokens=ASKED_TOKENS,
        sequence_length=int(row["sequence_length"]) if row["sequence_length"] else None,
        sample_tokens=None,
        deployment=TrainingDeployment(
            device=re.sub(r" \(.*", "", row["device"]),
            device_count=int(row["device_count"]),
            precision="fp8" if "FP8" in notes else "fp16" if row["device"] == "T4" else "bf16",
            layout=_layout(row),
        ),
        recompute=RECOMPUTES.get(row["recompute"] or _usual_recompute(framework)),
        flash_attention=row["flash_attention"] != "no",
        fused_kernels=any(word in framework for word in ("foak", "Unsloth", "NeMo"))
        or ("torchtune" in framework and "compile" in notes)
        or is_later,
        loss="chunked"
        if is_later
        or "liger" in framework
        or "Unsloth" in framework
        or "chunked cross entropy" in notes
        else None,
        base_weight_format=FORMATS.get(row["base_weight_format"])
        if row["optimizer"] != "distributed AdamW"
        else None,
        unpacked_in_32_bits=False if _is_unprepared(row) else None,
        optimizer=_optimizer(row),
        optimizer_in_backward="optimizer step in backward" in notes
        or "activation offloading" in notes
        or row["optimizer"] == "8-bit AdamW",
        gradient_accumulation=int(row["gradient_accumulation"] or 0) or None,
        packed=False if mean else None,
        offload=Offload(
            parameters="cpu" in row["strategy"],
            optimizer="cpu" in row["strategy"],
            activations="activation" in row["strategy"]
            or "activation offloading" in notes
            or framework.startswith(HOSTED_INPUTS),
        ),
        purchases=UNIT_PRICE,
        **adapters,
    )


def _is_unprepared(row: dict[str, str]) -> bool:
    """Whether packed weights are left as they are loaded."""
    is_own = any(name in row["framework"] for name in UNPREPARED)
    return is_own and row["method"] == "qlora"


def _optimizer(row: dict[str, str]) -> Optimizer | None:
    """Recipes of torchtune have the fused AdamW: fused of their optimizer is True."""
    name = row["optimizer"]
    if name == "AdamW" and "torchtune" in row["framework"]:
        name = "fused AdamW"
    return OPTIMIZERS.get(name)


def _usual_recompute(framework: str) -> str:
    """What a framework does unless told otherwise, where a source does not say what it did.

    Source: disable_gradient_checkpointing of LLaMA-Factory's model arguments, False by default.
    """
    return "full" if "LLaMA-Factory" in framework else ""


def _run(row: dict[str, str]) -> Run:
    asked = question(row)
    if row["packed"].startswith("no (mean"):
        mean = float(re.findall(r"\d+", row["packed"])[0])
        asked = _with_samples(asked, mean)
    tokens_per_second = _number(row["tokens_per_second_per_device"])
    if row["packed"] == "no" and "torchtune" in row["framework"]:
        # Mostly padding, and the mean of the samples is not told.
        tokens_per_second = None
    seconds = None
    if tokens_per_second is None:
        rate = _number(row["samples_per_second"])
        seconds = _number(row["seconds_per_step"]) or (rate and 1.0 / rate)
        seconds = seconds or _number(row["hours"])
    job = tuple(
        row[name]
        for name in (
            *("source", "model", "device", "device_count", "strategy", "sequence_length"),
            *("micro_batch", "recompute", "flash_attention", "packed", "gradient_accumulation"),
        )
    )
    kernels = "fused" if asked.fused_kernels else "plain"
    return Run(
        source=row["source"],
        label=f"{row['model']} {row['method']} {row['base_weight_format']},"
        f" {row['device_count']} × {row['device']} {row['strategy']},"
        f" {row['micro_batch'] or '?'} × {row['sequence_length'] or '?'} tokens",
        question=asked,
        method=row["method"],
        peak_gibibytes=_number(row["peak_memory_gib"]),
        tokens_per_second=tokens_per_second,
        seconds=seconds,
        job=(*job, kernels, str(asked.loss)),
        is_oom=row["outcome"] == "oom",
    )


def _with_samples(asked: RunCostQuery, mean: float) -> RunCostQuery:
    """Samples of a mean length, padded."""
    return replace(asked, tokens=None, samples=ASKED_TOKENS / mean, sample_tokens=mean)


def _layout(row: dict[str, str]) -> TrainingLayout:
    strategy, count = row["strategy"], int(row["device_count"])
    micro = int(row["micro_batch"] or 1)
    parallel = re.match(r"tp(\d+) pp(\d+) dp(\d+)", strategy)
    if parallel:
        tensor, pipeline, data = map(int, parallel.groups())
        return TrainingLayout(
            tensor_parallel=tensor,
            pipeline_parallel=pipeline,
            data_parallel=data,
            micro_batch_sequences=micro,
        )
    stage = None
    if "fsdp" in strategy or strategy == "zero3":
        stage = 3
    elif "ddp" in strategy:
        stage = 0
    return TrainingLayout(
        zero_stage=stage,
        tensor_parallel=1,
        pipeline_parallel=1,
        context_parallel=1,
        data_parallel=count,
        micro_batch_sequences=micro,
    )


def _modules(row: dict[str, str]) -> str:
    notes = row["notes"]
    if "q,k,v,o" in notes:
        return "attention"
    if "q and v" in notes or "q,v" in notes or "c_attn" in notes:
        return "query_value"
    if "all linear" not in notes and "modelscope" in row["source"]:
        return "query_value"
    return "all_linear"


def _number(text: str) -> float | None:
    return float(text) if text else None

"""Rows of published training layouts, as questions and as tokens a second."""

import re
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from pricing.calibration.publications import published
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Model
from pricing.errors import Refusal
from pricing.formulas import compute
from pricing.run_costs.query import RunCostQuery

KEPT_ASIDE_EVERY = 3
"""Of the sources in alphabetical order, every third is kept aside."""

SHAPE = re.compile(r"(\d+) layers x (\d+)")
NUMBER = re.compile(r"([\d.]+)B")

SHAPES = {
    "LLaMA-13B (128k vocabulary)": {"layers": 40, "hidden_size": 5120, "heads": 40},
    "LLaMA-30B (128k vocabulary)": {"layers": 60, "hidden_size": 6656, "heads": 52},
}
"""Of models that no catalogue has: arXiv 2311.05610, which trains LLaMA with 128,000 words."""

LARGE_VOCABULARY = 128_000
GPT_VOCABULARY = 51_200
"""Words of Megatron's GPT models, padded (arXiv 2104.04473)."""

NAMES = {"Nemotron-340B": "nemotron-4-340b", "Nemotron-8B": "nemotron-3-8b"}
PRECISIONS = {"fp8": "fp8", "mxf": "fp8", "nvf": "fp4", "bf1": "bf16", "fp1": "fp16"}
ZERO_STAGES = {"none": 0, "ZeRO-1": 1, "distributed optimizer": 1, "ZeRO-2": 2}
GRADIENT_SHARDING = "FSDP SHARD_GRAD_OP"
LOSSES = (
    *(("Megatron-Bridge", "fused"), ("llm-foundry", "fused"), ("DeepSpeed + Liger", "chunked")),
    *(("Megatron", "parallel"), ("NeMo", "parallel"), ("torchtitan", "parallel")),
    ("DeepSpeed ZeRO + Megatron", "parallel"),
)
"""The loss of a framework, by what its name begins with: cross_entropy_loss_fusion in
model_bridge.py, loss_fn in modeling_mpt.py, vocab_parallel_cross_entropy in Megatron-LM."""

HOSTED_SECTION = "Megatron + Deepspeed ZeRO (old branch)"
KEPT_ON_DEVICES = {("4", "24"), ("2", "16")}
"""The section whose scripts keep what is recomputed from on the hosts (checkpoint-in-cpu), and the
tensor parallelism and micro-batches of its runs without that."""

PLAIN_NORMS = "plain RMSNorm"
"""What the notes of a row say where norms had no kernel; a kernel of norms alone fuses no gates."""

USD_PER_DEVICE_HOUR = 1.0
"""A price, since every question has one."""


class LayoutRow(Struct, frozen=True):
    """A published layout: its columns, and the question that asks for it."""

    columns: dict[str, str]
    question: RunCostQuery

    @property
    def source(self) -> str:
        """Where it was published."""
        return self.columns["source"]

    @property
    def ran(self) -> bool:
        """Whether it ran, rather than out of memory."""
        return self.columns["outcome"] == "ok"


@lru_cache(maxsize=4)
def layout_rows(catalog: Catalog) -> tuple[LayoutRow, ...]:
    """Every row that names a model and devices that a release can be asked for.

    Runs whose optimizer lies on hosts are no layouts of devices, and are left out.
    """
    rows = []
    for columns in published("training_layouts"):
        question = _question(catalog, columns)
        if question is not None and "offload" not in columns["sharding"]:
            rows.append(LayoutRow(columns, question))
    return tuple(rows)


def kept_aside(rows: tuple[LayoutRow, ...]) -> frozenset[str]:
    """The sources that nothing is fitted to."""
    return frozenset(sorted({row.source for row in rows})[KEPT_ASIDE_EVERY - 1 :: KEPT_ASIDE_EVERY])


def tokens_per_second(row: LayoutRow, model: Model) -> float | None:
    """Tokens a second and device, from the column, the step, or the FLOPs as the source counts."""
    told = row.columns
    if told["tokens_per_second_per_device"]:
        return float(told["tokens_per_second_per_device"])
    sequence = float(told["sequence_length"] or 2048)
    if told["seconds_per_step"] and told["global_batch"]:
        tokens = float(told["global_batch"]) * sequence
        return tokens / float(told["seconds_per_step"]) / float(told["device_count"])
    if not told["tflops_per_device"]:
        return None
    counted = told["what_is_counted"]
    linear = 6.0 * model.active_parameters
    square = (
        6.0
        * model.layers
        * compute.attention_flops_per_token(
            attention_width=model.attention_width, attended_tokens=sequence / 2.0
        )
    )
    if "8NT" in counted and "factor" not in counted:
        flops = 8.0 * model.active_parameters
    elif "hardware" in counted:
        flops = (linear + square) * 4.0 / 3.0
    elif "causal attention halved" in counted:
        flops = linear + square / 2.0
    else:
        flops = linear + square
    return float(told["tflops_per_device"]) * 1e12 / flops


def _question(catalog: Catalog, told: dict[str, str]) -> RunCostQuery | None:
    """A row as a caller asks for it; None where it names no model by size."""
    model = _model(catalog, told)
    if model is None:
        return None
    layout = {
        "zero_stage": _zero_stage(told["sharding"]),
        "tensor_parallel": _count(told["tensor_parallel"]),
        "pipeline_parallel": _count(told["pipeline_parallel"]),
        "virtual_stages": _count(told["virtual_stages"]),
        "context_parallel": _count(told["context_parallel"]),
        "expert_parallel": _count(told["expert_parallel"]),
        "data_parallel": _count(told["data_parallel"]),
        "micro_batch_sequences": _count(told["micro_batch"]),
        "sequence_parallel": "sequence_parallel=off" not in told["notes"],
    }
    recompute = told["recompute"].partition(" ")[0] or None
    question: dict[str, Any] = {
        "model": model,
        "deployment": {
            "device": told["device"],
            "device_count": _count(told["device_count"]),
            "precision": PRECISIONS[told["precision"][:3].lower()],
            "layout": {name: size for name, size in layout.items() if size is not None},
        },
        "recompute": recompute,
        "fused_kernels": False if PLAIN_NORMS in told["notes"] else None,
        "loss": next((loss for name, loss in LOSSES if told["framework"].startswith(name)), None),
        "offload": {"activations": _is_hosted(told)},
        "sequence_length": _count(told["sequence_length"]),
        "purchases": [{"option": "on_demand", "usd_per_device_hour": USD_PER_DEVICE_HOUR}],
    }
    batch = _count(told["global_batch"])
    question |= {"tokens": 1e9} if batch is None else {"steps": 100, "batch_sequences": batch}
    return msgspec.convert(question, RunCostQuery)


def _is_hosted(told: dict[str, str]) -> bool:
    own = told["tensor_parallel"], told["micro_batch"]
    return HOSTED_SECTION in told["notes"] and own not in KEPT_ON_DEVICES


def _model(catalog: Catalog, told: dict[str, str]) -> str | dict[str, Any] | None:
    name = NAMES.get(told["model"], told["model"])
    try:
        return catalog.models.find(name, field="model").name
    except Refusal:
        pass
    shape, number = SHAPE.search(name), NUMBER.search(name)
    parameters = float(told["params"] or (number and float(number[1]) * 1e9) or 0.0)
    if not parameters:
        return None
    if name in SHAPES:
        own = SHAPES[name]
        return {
            "parameters": parameters,
            "vocabulary_size": LARGE_VOCABULARY,
            "kv_heads": own["heads"],
            **own,
        }
    asked: dict[str, Any] = {
        "parameters": parameters,
        "vocabulary_size": GPT_VOCABULARY,
        "gated_feed_forward": False,
    }
    if shape:
        asked |= {"layers": int(shape[1]), "hidden_size": int(shape[2])}
    return asked


def _zero_stage(sharding: str) -> int:
    if sharding == GRADIENT_SHARDING:
        return 2
    return ZERO_STAGES.get(sharding, 3)


def _count(text: str) -> int | None:
    return int(float(text)) if text else None

"""Published runs of two pools, and the questions that they are."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import convert

from pricing.calibration.publications import Published, published
from pricing.serving.passes.phases import PHASES
from pricing.unit_costs.query import UnitCostQuery

ENGINES = {"TensorRT": "tensorrt", "vLLM": "vllm", "SGLang": "sglang"}
"""The engine that a source names among others, by a part of the name."""

LAYOUT = (
    "tensor_parallel",
    "data_parallel",
    "expert_parallel",
    "pipeline_parallel",
    "attention_parallel",
)
"""What is left to the answer where the layout of a row is refused."""


class Run(Published, frozen=True, kw_only=True):
    """A published run of two pools at a fixed number of requests in flight.

    output_tokens_per_second: of all devices; tpot_seconds: None where the source prints none.
    """

    id: str
    model: str
    device: str
    precision: str
    engine: str
    concurrency: float
    prefill_device_count: int
    decode_device_count: int
    is_speculative: bool
    output_tokens_per_second: float
    tpot_seconds: float | None
    question: dict[str, Any]


@cache
def runs() -> Sequence[Run]:
    """All of them."""
    return [_run(row) for row in published("disaggregated_serving")]


def queries(run: Run) -> Iterator[UnitCostQuery]:
    """The question of a run, then without its layout, for where that is refused."""
    deployment = dict(run.question["deployment"])
    yield convert(run.question, UnitCostQuery)
    for phase in PHASES:
        pool = deployment[phase]
        deployment[phase] = {name: pool[name] for name in pool if name not in LAYOUT}
    yield convert(run.question | {"deployment": deployment}, UnitCostQuery)


def _run(row: dict[str, str]) -> Run:
    pools = {phase: _pool(row, phase) for phase in PHASES}
    if row["speculation"]:
        pools["decode"]["speculation"] = {"method": "mtp"}
    engine = next((name for part, name in ENGINES.items() if part in row["engine"]), None)
    return Run(
        id=row["id"],
        model=row["model"],
        device=row["device"],
        precision=row["precision"],
        engine=row["engine"],
        concurrency=float(row["concurrency"]),
        prefill_device_count=int(row["prefill_devices"]),
        decode_device_count=int(row["decode_devices"]),
        is_speculative=bool(row["speculation"]),
        output_tokens_per_second=float(row["output_tok_s_total"]),
        tpot_seconds=float(row["tpot_ms"]) / 1e3 if row["tpot_ms"] else None,
        source=row["source"],
        question={
            "model": row["model"],
            "deployment": {
                "device": row["device"].replace("SXM 270GB", "SXM"),
                "precision": row["precision"],
                **({"engine": engine} if engine else {}),
                **pools,
            },
            "load": {
                "input_tokens": float(row["input_tokens"]),
                "output_tokens": float(row["output_tokens"]),
                "concurrency": float(row["concurrency"]),
            },
            "purchase": {"usd_per_device_hour": 1.0},
        },
    )


def _pool(row: dict[str, str], phase: str) -> dict[str, Any]:
    """What a row says of a pool. Devices whose attention is data-parallel share out the experts."""
    size = int(row[f"{phase}_replica_devices"] or 0)
    stages = int(row.get(f"{phase}_pipeline_parallel") or 1)
    experts = int(row[f"{phase}_expert_parallel"] or 1)
    attention = row[f"{phase}_attention"]
    pool: dict[str, Any] = {"device_count": int(row[f"{phase}_devices"])}
    if attention == "data":
        pool |= {"tensor_parallel": 1, "data_parallel": size}
    elif size:
        pool |= {"tensor_parallel": size // stages}
    if attention == "tensor":
        pool |= {"attention_parallel": attention}
    if stages > 1:
        pool |= {"pipeline_parallel": stages}
    if experts > 1:
        pool |= {"expert_parallel": experts}
    return pool

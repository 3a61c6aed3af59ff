"""Published throughputs of pools of devices, and the questions that they are."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from msgspec import convert

from pricing.calibration.publications import Published, published
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

USUAL_OUTPUT = 1000.0
"""Tokens that a request writes whose source prints none."""

DRAFTED = {"MTP k=1": 1, "MTP k=2": 2, "MTP k=3": 3}
"""Tokens that are drafted ahead, by what a source says."""

DEVICES = {
    "NVIDIA B300 SXM 270GB": "b300-sxm",
    "Huawei Ascend 910C die": "ascend-910c-die",
    "Huawei Ascend 910C": "ascend-910c",
}

PRECISIONS = {
    "FP8 (MLA core BF16)": "fp8",
    "INT8 (W8A8)": "int8",
}


NOT_RUN = ("SIMULATED", "simulated", "WITHOUT", "attention + ")
"""What notes say of rows that no engine of now runs, or that devices of two kinds of layer share
out."""


class Pooled(Published, frozen=True, kw_only=True):
    """A published throughput of a pool: tokens per second and device.

    stage: what of requests its devices run.
    """

    id: str
    stage: str
    model: str
    device: str
    layout: str
    tokens_per_second: float
    question: dict[str, Any]

    @property
    def is_input(self) -> bool:
        """Whether its tokens are those of prompts."""
        return self.stage == "prefill"


@cache
def pooled() -> Sequence[Pooled]:
    """Those whose lengths, devices and stage are known."""
    found = [_pooled(row) for row in published("scale_out_serving")]
    return [row for row in found if row is not None]


def answered(library: Library, row: Pooled) -> float | None:
    """What is answered: tokens per second and device; None where the release refuses."""
    with suppress(Refusal):
        return asked(library, row)
    return None


def asked(library: Library, row: Pooled) -> float:
    """The same. Raises a Refusal."""
    answer = unit_costs(convert(row.question, UnitCostQuery), library)
    if answer.pools is None:
        raise TypeError(row.id)
    pool = answer.pools.prefill if row.is_input else answer.pools.decode
    tokens = row.question["load"]["input_tokens" if row.is_input else "output_tokens"]
    return float(pool.requests_per_second * tokens / pool.device_count)


def _pooled(row: dict[str, str]) -> Pooled | None:
    stage = row["stage"]
    printed = row["input_tok_s_per_device" if stage == "prefill" else "output_tok_s_per_device"]
    if not printed or not row["input_len"] or not row["device_count"]:
        return None
    if any(word in row["notes"] for word in NOT_RUN):
        return None
    own = {
        "device": DEVICES.get(row["device"], row["device"]),
        "precision": PRECISIONS.get(row["precision"], row["precision"]),
        "engine": row["engine"],
    }
    return Pooled(
        id=row["id"],
        stage=stage,
        model=row["model"],
        device=row["device"],
        source=row["source"],
        layout=_layout_text(row),
        tokens_per_second=float(printed),
        question={
            "model": row["model"],
            "deployment": own | _pools(row),
            "load": _load(row),
            "slo": _slo(row),
            "workload": "batch",
            "purchase": {"usd_per_device_hour": 1.0},
        },
    )


def _load(row: dict[str, str]) -> dict[str, float]:
    load = {
        "input_tokens": float(row["input_len"]),
        "output_tokens": float(row["output_len"] or USUAL_OUTPUT),
    }
    if row["concurrency_or_batch"] and row["stage"] != "prefill":
        load["concurrency"] = float(row["concurrency_or_batch"])
    return load


def _slo(row: dict[str, str]) -> dict[str, float]:
    """The pace that a user saw, where the requests in flight are not told."""
    if row["concurrency_or_batch"] or not row["tok_s_per_user"]:
        return {}
    return {"tpot_seconds": 1.0 / float(row["tok_s_per_user"])}


def _pools(row: dict[str, str]) -> dict[str, Any]:
    """The layout of the pool that is told; of the other, nothing."""
    pools: dict[str, dict[str, Any]] = {"prefill": {}, "decode": {}}
    sizes = {name: row[f"{name}_parallel"] for name in ("tensor", "expert", "data")}
    if sizes["expert"]:
        del sizes["data"]
    elif sizes["tensor"] == "1":
        sizes["data"] = row["device_count"]
    pools[row["stage"]] = {f"{name}_parallel": int(size) for name, size in sizes.items() if size}
    pools[row["stage"]]["device_count"] = int(row["device_count"])
    drafted = next((count for text, count in DRAFTED.items() if text in row["speculation"]), None)
    if drafted:
        length = row["accepted_tokens_per_step"]
        pools["decode"]["speculation"] = {
            "method": "mtp",
            "draft_tokens": drafted,
            **({"acceptance_length": float(length)} if length else {}),
        }
    return pools


def _layout_text(row: dict[str, str]) -> str:
    sizes = {
        "tensor": row["tensor_parallel"],
        "expert": row["expert_parallel"],
        "devices": row["device_count"],
    }
    return ", ".join(f"{name} {size}" for name, size in sizes.items() if size)

"""Published gains of speculative decoding, and the questions that they are."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import convert

from pricing.calibration.publications import Published, published
from pricing.unit_costs.query import UnitCostQuery

METHODS = {
    "MTP": "mtp",
    "MTP (relaxed acceptance)": "mtp",
    "EAGLE-1": "eagle",
    "EAGLE-2": "eagle",
    "EAGLE-3": "eagle",
    "EAGLE-3.1": "eagle",
    "Medusa": "eagle",
    "P-EAGLE": "eagle",
    "DFlash": "eagle",
    "DSpark": "eagle",
    "n-gram": "ngram",
}
"""How a method is asked for that a source names."""

TEXTS = {
    "cod": "code",
    "humaneval": "code",
    "livecode": "code",
    "math": "math",
    "gsm": "math",
    "summ": "summary",
    "long context": "summary",
}
"""The kind of text that a workload is, by a part of its name; chat otherwise."""

LENGTHS = (300.0, 500.0)
"""Tokens of a request whose source prints none."""

LEFT_OPEN = ("precision", "tensor_parallel", "device_count")
"""What is left to the answer, in this order, where the layout of a row is refused."""


class Gain(Published, frozen=True, kw_only=True):
    """A published gain: the question with speculation, and the throughput over that without."""

    id: str
    method: str
    model: str
    device: str
    batch: float
    ratio: float
    question: dict[str, Any]


@cache
def gains() -> Sequence[Gain]:
    """Those whose method and requests in flight are known."""
    rows = [_gain(row) for row in published("speculative_decoding") if row["method"] in METHODS]
    return [row for row in rows if row is not None]


def queries(gain: Gain) -> Iterator[UnitCostQuery]:
    """The question of a gain, then with less and less of its layout, for where that is refused."""
    deployment = dict(gain.question["deployment"])
    for field in (None, *LEFT_OPEN):
        if field is not None:
            deployment.pop(field, None)
        yield convert(gain.question | {"deployment": deployment}, UnitCostQuery)


def _gain(row: dict[str, str]) -> Gain | None:
    batch = row["batch_or_concurrency"]
    if not batch or row["load_unit"].startswith("requests per second"):
        return None
    count = int(float(row["device_count"] or 0))
    in_flight = float(batch) * (max(count, 1) if "per device" in row["load_unit"] else 1)
    lengths = [
        float(text) if text.isdigit() else default
        for text, default in zip((row["input_len"], row["output_len"]), LENGTHS, strict=True)
    ]
    device = row["device"].replace("SXM 180GB", "SXM").replace("SXM 270GB", "SXM") or "H100"
    layout = {"device_count": count, "tensor_parallel": count} if count else {}
    named = {name: row[name] for name in ("precision", "engine") if row[name]}
    length = row["acceptance_length"]
    drafted = row["draft_tokens_k"] or (str(max(3, int(float(length)))) if length else "")
    speculation = {
        "method": METHODS[row["method"]],
        "text": next((TEXTS[part] for part in TEXTS if part in row["workload"].lower()), "chat"),
        **({"draft_tokens": int(float(drafted))} if drafted else {}),
        **({"acceptance_length": float(length)} if length else {}),
    }
    return Gain(
        id=row["id"],
        method=row["method"],
        model=row["model"],
        device=row["device"],
        batch=in_flight,
        source=row["source"],
        ratio=float(row["speedup"]),
        question={
            "model": row["model"],
            "deployment": {"device": device, "speculation": speculation} | layout | named,
            "load": {
                "input_tokens": lengths[0],
                "output_tokens": lengths[1],
                "concurrency": max(1.0, in_flight),
            },
            "purchase": {"usd_per_device_hour": 1.0},
        },
    )

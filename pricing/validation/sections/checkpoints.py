"""The part of the validation page on the sizes of checkpoints."""

from collections.abc import Sequence
from statistics import median

import msgspec
import numpy as np
from msgspec import Struct

from pricing.calibration.published.rows import columns_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from pricing.units import BYTES_PER_GIBIBYTE, BYTES_PER_GIGABYTE
from pricing.validation.scores import Score, labelled, markdown
from pricing.validation.texts import reason_of, told

DEVICE = "b200-sxm"
WORST_COUNT = 12
LOADED = "loaded weights"

READ_FROM = (
    *("kyuz0/amd-strix-halo-toolboxes", "unsloth.ai", "MiniMax-M2.1-GGUF/discussions"),
    "llm-vram-requirements",
)
"""Sources whose rows the dynamic mixtures and the size of a tokenizer were read from."""


class Asked(Struct, frozen=True):
    """A published size and what is answered; None where the question is refused."""

    row: dict[str, str]
    predicted_bytes: float | None

    @property
    def score(self) -> Score:
        """The two sizes [bytes]."""
        return Score(
            f"{self.row['repository_or_tag']} {self.row['quantization']}",
            float(self.row["total_bytes"]),
            self.predicted_bytes or float("nan"),
        )


def asked_of(catalog: Catalog) -> list[Asked]:
    """Every published size, asked for by its model and its format."""
    library = Library([catalog])
    return [Asked(row, _answered(row, library)) for row in columns_of("checkpoint_sizes")]


def checkpoints_page(catalog: Catalog) -> list[str]:
    """The section: errors by format and by what the source measured, and the largest."""
    found = asked_of(catalog)
    known = [one for one in found if one.predicted_bytes is not None]
    apart = [one for one in known if not any(name in one.row["source"] for name in READ_FROM)]
    groups = {"all": known, "of sources that no figure was read from": apart}
    kinds = {one.score.id: _kind(one.row) for one in known}
    scores = labelled([one.score for one in known], lambda score: kinds[score.id])
    by_source = labelled(
        [one.score for one in known],
        lambda score: next(one.row["source"] for one in known if one.score.id == score.id),
    )
    refused = sorted({one.row["model"] for one in found if one.predicted_bytes is None})
    tables = [
        _table("checkpoints", {name: [one.score for one in some] for name, some in groups.items()}),
        _table("format", dict(sorted(scores.items()))),
    ]
    medians = [
        median(score.relative_error_fraction for score in some) for some in by_source.values()
    ]
    return [
        "## Checkpoint sizes",
        told(
            "checkpoints.introduction",
            count=len(found),
            sources=len(by_source),
            by_source=f"{median(medians):.1%}",
        ),
        f"Refused: {', '.join(refused) or 'none'}.",
        *tables,
        "### The checkpoints with the largest errors",
        _worst(known),
    ]


def _answered(row: dict[str, str], library: Library) -> float | None:
    query = msgspec.convert(
        {
            "model": row["model"],
            "deployment": {"device": DEVICE, "precision": row["quantization"]},
            "load": {"input_tokens": 16, "output_tokens": 16, "concurrency": 1},
            "workload": "batch",
            "purchase": {"usd_per_device_hour": 1.0},
        },
        UnitCostQuery,
    )
    try:
        memory = unit_costs(query, library).memory
    except Refusal:
        return None
    if memory is None:
        return None
    if row["measure"] == LOADED:
        return memory.weights_gibibytes * BYTES_PER_GIBIBYTE
    return memory.checkpoint_bytes


def _kind(row: dict[str, str]) -> str:
    """The kind of a format, by the first word that says one."""
    words = row["quantization"].lower()
    for kind in ("ud-", "gguf", "ollama", "gptq", "awq", "aqlm", "hqq", "mlx", "bnb"):
        if kind in words:
            return {"ud-": "GGUF, dynamic", "gguf": "GGUF", "ollama": "GGUF"}.get(
                kind, kind.upper()
            )
    for kind, name in (("fp4", "FP4"), ("int", "INT4, INT8"), ("fp8", "FP8")):
        if kind in words:
            return name
    return "16 and 32 bits"


def _table(heading: str, groups: dict[str, Sequence[Score]] | dict[str, list[Score]]) -> str:
    lines = []
    for name, scores in groups.items():
        shares = [score.relative_error_fraction for score in scores]
        middle, ninth = np.quantile(shares, (0.5, 0.9))
        within = np.mean([share <= WITHIN_FRACTION for share in shares])
        lines.append([name, str(len(shares)), f"{middle:.1%}", f"{ninth:.1%}", f"{within:.0%}"])
    heads = [heading, "rows", "median relative error", "90th percentile", "within 4%"]
    return markdown("lrrrr", heads, lines)


def _worst(known: Sequence[Asked]) -> str:
    ordered = sorted(known, key=lambda one: -one.score.relative_error_fraction)[:WORST_COUNT]
    lines = [
        [
            f"{one.row['model']}, {one.score.id}",
            f"{one.score.published / BYTES_PER_GIGABYTE:.4g}",
            f"{one.score.predicted / BYTES_PER_GIGABYTE:.4g}",
            f"{one.score.predicted / one.score.published - 1.0:+.1%}",
            _why(one.row),
        ]
        for one in ordered
    ]
    heads = ["checkpoint", "published (GB)", "answered (GB)", "error", "why"]
    return markdown("lrrrl", heads, lines)


def _why(row: dict[str, str]) -> str:
    said = " ".join(row.values()).lower() + (
        " dynamic" if "ud-" in row["quantization"].lower() else ""
    )
    return reason_of("checkpoints", said)


WITHIN_FRACTION = 0.04

"""The part of the validation page on requests without output: encoders beside published rows."""

from collections.abc import Mapping, Sequence
from math import log

from msgspec import Struct

from pricing.calibration.published.reading import Reading, readings
from pricing.calibration.published.rows import answered
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.validation.scores import factors, farthest, markdown
from pricing.validation.texts import told

WORST_COUNT = 8


class Answered(Struct, frozen=True):
    """A published throughput, what is answered, and whether the interval holds it."""

    reading: Reading
    documents_per_second: float
    is_within: bool

    @property
    def error_log(self) -> float:
        """Answered over published [logarithm]."""
        return log(self.documents_per_second / self.reading.documents_per_second)


def reading_page(catalog: Catalog) -> list[str]:
    """The section on encoders."""
    found = answers(catalog)
    by_device = {
        device: [one for one in found if one.reading.device == device]
        for device in sorted({one.reading.device for one in found})
    }
    return [
        "## Embeddings, rerankers and classifiers",
        told("reading.introduction", rows=len(readings()), known=len(found)),
        _table(
            {
                "source kept aside": [one for one in found if one.reading.is_aside],
                "source fitted": [one for one in found if not one.reading.is_aside],
            }
            | by_device
        ),
        "### The worst throughputs of encoders",
        _worst(found),
    ]


def answers(catalog: Catalog) -> list[Answered]:
    """The published rows that a release answers."""
    library, found = Library([catalog]), []
    for reading in readings():
        answer = answered(library, [reading.question])
        if answer is None:
            continue
        shown = answer.performance
        rate = shown.documents_per_second or 0.0
        ends = (shown.input_tokens_per_second_low, shown.input_tokens_per_second_high)
        low, high = ((end or 0.0) / reading.input_tokens for end in ends)
        found.append(Answered(reading, rate, low <= reading.documents_per_second <= high))
    return found


def _table(groups: Mapping[str, Sequence[Answered]]) -> str:
    lines = []
    for name, found in groups.items():
        within = sum(one.is_within for one in found) / len(found)
        lines.append([name, str(len(found)), *factors(found), f"{within:.0%}"])
    heads = ["throughputs", "rows", "median error", "90th percentile", "in the interval"]
    return markdown("lrrrr", heads, lines)


def _worst(found: Sequence[Answered]) -> str:
    lines = []
    for one in farthest(found, WORST_COUNT):
        row = one.reading
        names = [row.model, row.device, f"{row.engine} ({row.precision})"]
        figures = (row.batch, row.input_tokens, row.documents_per_second, one.documents_per_second)
        lines.append([*names, *(f"{figure:,.0f}" for figure in figures)])
    heads = ["model", "device", "engine", "documents", "tokens", "published", "answered"]
    return markdown("lllrrrr", heads, lines)

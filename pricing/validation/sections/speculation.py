"""The part of the validation page on speculative decoding."""

from collections.abc import Mapping, Sequence
from math import log

from msgspec import Struct

from pricing.calibration.published.rows import answered
from pricing.calibration.published.speculation import Gain, gains, queries
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.validation.scores import factors, farthest, markdown
from pricing.validation.texts import told

WORST_COUNT = 8


class Answered(Struct, frozen=True):
    """A published gain, and the one that is answered."""

    gain: Gain
    ratio: float

    @property
    def error_log(self) -> float:
        """Answered over published [logarithm]."""
        return log(self.ratio / self.gain.ratio)


def speculation_page(catalog: Catalog) -> list[str]:
    """The section on speculative decoding."""
    library = Library([catalog])
    asked = [(gain, answered(library, queries(gain))) for gain in gains()]
    found = [
        Answered(gain, answer.speculation.throughput_ratio)
        for gain, answer in asked
        if answer is not None and answer.speculation is not None
    ]
    aside = [one for one in found if one.gain.is_aside]
    fitted = [one for one in found if not one.gain.is_aside]
    methods = sorted({one.gain.method for one in found})
    by_method = {name: [one for one in found if one.gain.method == name] for name in methods}
    return [
        "## Speculative decoding",
        told("speculation.introduction", rows=len(gains()), known=len(found)),
        _table({"source kept aside": aside, "source fitted": fitted} | by_method),
        "### The worst gains",
        _worst(found),
    ]


def _table(groups: Mapping[str, Sequence[Answered]]) -> str:
    lines = []
    for name, found in groups.items():
        right = sum((one.ratio > 1.0) == (one.gain.ratio > 1.0) for one in found) / len(found)
        lines.append([name, str(len(found)), *factors(found), f"{right:.0%}"])
    heads = ["gains", "rows", "median error", "90th percentile", "sign right"]
    return markdown("lrrrr", heads, lines)


def _worst(found: Sequence[Answered]) -> str:
    lines = []
    for one in farthest(found, WORST_COUNT):
        gain = one.gain
        figures = [f"{gain.batch:g}", f"{gain.ratio:.2f}", f"{one.ratio:.2f}"]
        lines.append([gain.method, gain.model, gain.device, *figures, gain.source])
    heads = ["method", "model", "device", "requests", "published", "answered", "source"]
    return markdown("lllrrrl", heads, lines)

"""The part of the validation page on speculative decoding."""

from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import median

from msgspec import Struct

from pricing.calibration.speculation.rows import Gain, answered, gains
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.validation.scores import line

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
    asked = [(gain, answered(library, gain)) for gain in gains()]
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
        INTRODUCTION.format(rows=len(gains()), known=len(found)),
        _table({"source kept aside": aside, "source fitted": fitted} | by_method),
        "### The worst gains",
        _worst(found),
    ]


def _table(groups: Mapping[str, Sequence[Answered]]) -> str:
    lines = [
        line(["gains", "rows", "median error", "90th percentile", "sign right"]),
        line(["---", "---:", "---:", "---:", "---:"]),
    ]
    for name, found in groups.items():
        errors = sorted(abs(one.error_log) for one in found)
        right = sum((one.ratio > 1.0) == (one.gain.ratio > 1.0) for one in found)
        ninth = errors[min(len(errors) - 1, int(0.9 * len(errors)))]
        figures = [exp(median(errors)) - 1.0, exp(ninth) - 1.0, right / len(found)]
        lines.append(line([name, str(len(found)), *(f"{figure:.0%}" for figure in figures)]))
    return "\n".join(lines)


def _worst(found: Sequence[Answered]) -> str:
    lines = [
        line(["method", "model", "device", "requests", "published", "answered", "source"]),
        line(["---", "---", "---", "---:", "---:", "---:", "---"]),
    ]
    for one in sorted(found, key=lambda one: -abs(one.error_log))[:WORST_COUNT]:
        gain = one.gain
        figures = [f"{gain.batch:g}", f"{gain.ratio:.2f}", f"{one.ratio:.2f}"]
        lines.append(line([gain.method, gain.model, gain.device, *figures, gain.source]))
    return "\n".join(lines)


INTRODUCTION = """{rows} published gains of speculative decoding lie in
`pricing/calibration/published/speculative_decoding.csv`. The release answers {known} of them, with
the acceptance that the source prints, or that of the method and the kind of text. Five constants
are fitted to two sources of three: the mean over sources and models of the median error. The form
of the model was chosen with all rows in sight.

Errors are ratios of the throughput with speculation over that without. Reference code on consumer
devices gains more than any engine. Heads that draft in parallel (P-EAGLE, DFlash) are priced as
EAGLE."""

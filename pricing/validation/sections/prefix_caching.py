"""The part of the validation page on prefix caching."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import exp, log
from statistics import median

from msgspec import Struct, field
from msgspec.structs import replace

from pricing.calibration.published.rows import Published, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from pricing.validation.scores import markdown
from pricing.validation.texts import told


class Gain(Published, frozen=True, kw_only=True):
    """A published gain: the load, its cached shares before and after, and what came of them.

    throughput_ratio: requests a second after over those before; ttft_ratio: time to first token
    before over that after, None where the source prints none [ratio].
    """

    id: str
    model: str
    device: str = field(name="deployment.device")
    cached_before_fraction: float
    cached_after_fraction: float
    throughput_ratio: float
    ttft_ratio: float | None = None

    @property
    def cached_fractions(self) -> tuple[float, float]:
        """Of the input, before and after."""
        return self.cached_before_fraction, self.cached_after_fraction


@cache
def gains() -> Sequence[Gain]:
    """All of them."""
    return published("prefix_caching", Gain)


def answered(library: Library, gain: Gain) -> tuple[UnitCostAnswer, UnitCostAnswer] | None:
    """The answers before and after; None where the release cannot answer."""
    with suppress(Refusal):
        before, after = (
            unit_costs(_query(gain, fraction), library) for fraction in gain.cached_fractions
        )
        return before, after
    return None


def _query(gain: Gain, cached_fraction: float) -> UnitCostQuery:
    load = replace(gain.question.load, cached_input_fraction=cached_fraction)
    return replace(gain.question, load=load)


class Answered(Struct, frozen=True):
    """A published gain, and the answers before and after."""

    gain: Gain
    before: UnitCostAnswer
    after: UnitCostAnswer

    @property
    def throughput_ratio(self) -> float:
        """Requests a second after over those before."""
        return (
            self.after.performance.requests_per_second / self.before.performance.requests_per_second
        )

    @property
    def ttft_ratio(self) -> float:
        """Time to first token before over that after."""
        before, after = self.before.performance.ttft_seconds, self.after.performance.ttft_seconds
        return (before or 0.0) / (after or 1.0)

    @property
    def error_log(self) -> float:
        """Answered over published gain of throughput [logarithm]."""
        return log(self.throughput_ratio / self.gain.throughput_ratio)


def prefix_caching_page(catalog: Catalog) -> list[str]:
    """The section on prefix caching."""
    library = Library([catalog])
    asked = [(gain, answered(library, gain)) for gain in gains()]
    found = [Answered(gain, *both) for gain, both in asked if both is not None]
    errors = [abs(one.error_log) for one in found]
    return [
        "## Prefix caching",
        told(
            "prefix_caching.introduction",
            rows=len(gains()),
            known=len(found),
            error=f"{exp(median(errors)) - 1.0:.0%}",
        ),
        _table(found),
    ]


def _table(found: list[Answered]) -> str:
    lines = []
    for one in found:
        gain = one.gain
        first = "" if gain.ttft_ratio is None else f"{gain.ttft_ratio:.3g}"
        figures = [
            *(f"{fraction:.1%}" for fraction in gain.cached_fractions),
            f"{gain.throughput_ratio:.2f}",
            f"{one.throughput_ratio:.2f}",
            first,
            f"{one.ttft_ratio:.3g}" if first else "",
        ]
        lines.append([gain.id, gain.model, gain.device, *figures, gain.source])
    heads = (
        *("row", "model", "device", "cached before", "after", "throughput published", "answered"),
        *("first token published", "answered", "source"),
    )
    return markdown("lllrrrrrrl", heads, lines)

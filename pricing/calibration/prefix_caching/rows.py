"""Published gains of prefix caching, and the two questions that each is."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from msgspec import field
from msgspec.structs import replace

from pricing.calibration.publications import Published, published
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs


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

"""The fit of what drafting and verifying tokens takes of a step."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from math import log
from statistics import mean

from msgspec import Struct, field
from msgspec.structs import replace

from pricing.calibration.published.rows import Published, medians, published
from pricing.calibration.rows import Constant
from pricing.catalog.catalog import Catalog
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.serving.constants import ANY
from pricing.serving.layout import Layout
from pricing.serving.passes.drafting import NO_DRAFTING, plain_fraction
from pricing.serving.passes.drafting_rates import verify_ratio
from pricing.serving.replica import speed
from pricing.unit_costs.estimate import estimate
from pricing.unit_costs.query import UnitCostQuery

LEFT_OPEN = ("precision", "tensor_parallel", "device_count")
"""What is left to the answer, in this order, where the layout of a row is refused."""


class Gain(Published, frozen=True, kw_only=True):
    """A published gain: the throughput with speculation over that without."""

    id: str
    method: str
    model: str
    device: str = field(name="deployment.device")
    batch: float = field(name="load.concurrency")
    ratio: float = field(name="throughput_ratio")


@cache
def gains() -> Sequence[Gain]:
    """All of them."""
    return published("speculative_decoding", Gain)


def queries(gain: Gain) -> Iterator[UnitCostQuery]:
    """The question of a gain, then with less and less of its layout, for where that is refused."""
    query = gain.question
    yield query
    for name in LEFT_OPEN:
        query = replace(query, deployment=replace(query.deployment, **{name: None}))
        yield query


SOURCE = "fitted to published gains of speculative decoding"

TRIED: Mapping[str, tuple[float, ...]] = {
    "step_fraction": (0.0, 0.05, 0.1, 0.2),
    "draft_fraction": (0.0, 0.02, 0.04, 0.06),
    "verify_ratio": (1.0, 1.5, 2.0, 3.0),
    "routed_fraction": (0.1, 0.2, 0.4, 0.7),
    "host_fraction": (0.0, 0.5, 1.0),
}
"""The values that are tried of each constant: gains tell no finer ones apart."""

LOOKED_UP = "n-gram"
"""The method whose drafts cost nothing but what a step adds."""

UNITS = {"verify_ratio": "ratio"}


class _Row(Struct, frozen=True):
    gain: Gain
    layout: Layout
    is_looked_up: bool


def fit_speculation(catalog: Catalog) -> list[Constant]:
    """The constants whose gains are nearest to those of the sources that are not kept aside.

    The loss is the mean over sources and models of the median error of their rows.
    """
    rows = [row for gain in gains() if not gain.is_aside and (row := _row(catalog, gain))]
    tried = (dict(zip(TRIED, values, strict=True)) for values in product(*TRIED.values()))
    found = min(tried, key=lambda constants: _loss(rows, constants))
    return [
        Constant(
            ANY, "speculation", ANY, name, value, UNITS.get(name, "fraction"), len(rows), SOURCE
        )
        for name, value in found.items()
    ]


def _loss(rows: Sequence[_Row], constants: Mapping[str, float]) -> float:
    return mean(
        medians(
            ((row.gain.source, row.gain.model), abs(log(_ratio(row, constants) / row.gain.ratio)))
            for row in rows
        )
    )


def _ratio(row: _Row, constants: Mapping[str, float]) -> float:
    """The gain with some constants, at the layout of the answer."""
    layout, rates = row.layout, row.layout.rates
    drafting = replace(
        rates.drafting,
        plain_fraction=plain_fraction(
            step_fraction=constants["step_fraction"],
            draft_fraction=constants["draft_fraction"],
            layers=rates.layers,
            draft_tokens=0.0 if row.is_looked_up else rates.drafting.draft_tokens,
        ),
        verify_ratio=verify_ratio(rates, constants["verify_ratio"]),
        routed_fraction=constants["routed_fraction"],
        host_fraction=constants["host_fraction"],
    )
    drafted, plain = (
        speed(
            replace(rates, drafting=each),
            layout.request,
            layout.group,
            concurrency=layout.concurrency,
        ).requests_per_second
        for each in (drafting, NO_DRAFTING)
    )
    return float(drafted / plain)


def _row(catalog: Catalog, gain: Gain) -> _Row | None:
    """A gain at the layout of its answer; None where the release cannot answer."""
    context = QuoteContext(catalog, as_of=None)
    for query in queries(gain):
        with suppress(Refusal):
            device = catalog.devices.find(query.deployment.only_device, field="deployment.device")
            tokens = estimate(context, device, query).tokens
            if tokens is not None:
                return _Row(gain, tokens.serving.layout, gain.method == LOOKED_UP)
    return None

"""The fit of what reading alone makes of the MFU of prefills, by the power of a device."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import log
from statistics import mean, median

from msgspec import Struct
from msgspec.structs import replace

from pricing.calibration.reading.rows import Reading, readings
from pricing.calibration.rows import Constant
from pricing.catalog.catalog import Catalog
from pricing.errors import Refusal
from pricing.formulas.roofline import read_mfu_ratio
from pricing.quote.context import QuoteContext
from pricing.serving.layout import Layout
from pricing.serving.passes.request import request_of
from pricing.serving.replica import speed
from pricing.unit_costs.estimate import estimate

SOURCE = "fitted to published throughputs of encoders"

FAMILIES = ("nvidia", "nvidia-consumer")
"""The makers of which several sources publish throughputs."""

SATURATED_BATCH = 8.0
"""From so many documents in a batch on, arithmetic is what takes the time."""

TRIED: Mapping[str, tuple[float, ...]] = {
    "mfu_ratio": tuple(step / 20 for step in range(10, 25)),
    "power_exponent": tuple(step / 20 for step in range(15)),
}


class _Row(Struct, frozen=True):
    reading: Reading
    layout: Layout
    tdp_watts: float


def fit_reading(catalog: Catalog) -> list[Constant]:
    """The constants whose throughputs are nearest to those of sources that are not kept aside.

    The loss is the mean over sources and devices of the median error of their rows.
    """
    rows = [
        row
        for reading in readings()
        if not reading.is_aside
        and reading.batch >= SATURATED_BATCH
        and reading.precision == "fp16"
        and (row := _row(catalog, reading))
    ]
    tried = (dict(zip(TRIED, values, strict=True)) for values in product(*TRIED.values()))
    found = min(tried, key=lambda constants: _loss(rows, constants))
    return [
        Constant(family, "reading", "any", name, value, "ratio", len(rows), SOURCE)
        for family in FAMILIES
        for name, value in found.items()
    ]


def _loss(rows: Sequence[_Row], constants: Mapping[str, float]) -> float:
    groups: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        reading = row.reading
        error = abs(log(_documents_per_second(row, constants) / reading.documents_per_second))
        groups.setdefault((reading.source, reading.device), []).append(error)
    return mean(median(errors) for errors in groups.values())


def _documents_per_second(row: _Row, constants: Mapping[str, float]) -> float:
    """The throughput with some constants."""
    layout = row.layout
    ratio = read_mfu_ratio(tdp_watts=row.tdp_watts, **constants)
    rates = replace(layout.rates, read_mfu_ratio=ratio)
    asked = layout.request
    request = request_of(
        rates, input_tokens=asked.input_tokens, output_tokens=0.0, documents=asked.documents
    )
    found = speed(rates, request, layout.group, concurrency=layout.concurrency)
    return float(found.requests_per_second)


def _row(catalog: Catalog, reading: Reading) -> _Row | None:
    """A throughput at the layout of its answer; None where the release cannot answer."""
    context, query = QuoteContext(catalog, as_of=None), reading.query
    with suppress(Refusal):
        device = catalog.devices.find(reading.device, field="deployment.device")
        tokens = estimate(context, device, query).tokens
        if tokens is not None:
            return _Row(reading, tokens.serving.layout, device.tdp_watts)
    return None

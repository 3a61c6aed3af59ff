"""The fit of what reading alone makes of prefills: of their MFU, and of the overhead of a layer."""

from collections.abc import Mapping, Sequence
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
from pricing.formulas.roofline import read_mfu_ratio
from pricing.quote.context import QuoteContext
from pricing.serving.constants import ANY, Constants, inference_constants, read_key
from pricing.serving.layout import Layout
from pricing.serving.passes.request import request_of
from pricing.serving.replica import speed
from pricing.unit_costs.estimate import estimate


class Reading(Published, frozen=True, kw_only=True):
    """A published throughput of one device; input_tokens: of a document; batch: documents at once.

    documents_per_second: of all of them. Its question is under any engine: none is modelled apart.
    """

    device: str = field(name="deployment.device")
    model: str
    precision: str = field(name="deployment.precision")
    engine: str = field(name="engine_name")
    input_tokens: float = field(name="load.input_tokens")
    batch: float = field(name="load.concurrency")
    documents_per_second: float


@cache
def readings() -> Sequence[Reading]:
    """All of them."""
    return published("reading", Reading)


SOURCE = "fitted to published throughputs of encoders"

INT8 = "int8"

FITTED = frozenset({"nvidia", "nvidia-consumer"})
"""Families of which several sources publish throughputs. The others take what these show."""

SATURATED_BATCH = 8.0
"""From so many documents in a batch on, arithmetic is what takes the time."""

NO_RATIO = {"mfu_ratio": 1.0, "power_exponent": 0.0, "overhead_ratio": 1.0, "arithmetic_ratio": 1.0}

COMPUTING: Mapping[str, tuple[float, ...]] = {
    "mfu_ratio": tuple(step / 20 for step in range(10, 31)),
    "power_exponent": tuple(step / 20 for step in range(21)),
}
WAITING: Mapping[str, tuple[float, ...]] = {
    "overhead_ratio": tuple(step / 20 for step in range(1, 21))
}
NARROW: Mapping[str, tuple[float, ...]] = {
    "arithmetic_ratio": tuple(step / 20 for step in range(10, 41))
}


class _Row(Struct, frozen=True):
    reading: Reading
    layout: Layout
    tdp_watts: float
    known: Constants


def fit_reading(catalog: Catalog) -> list[Constant]:
    """The constants whose throughputs are nearest to those of sources that are not kept aside.

    What large batches in 16 bits make of the MFU, and small ones of the overhead, comes in turns,
    twice over; then the arithmetic of 8 bits. The loss is the mean over sources and devices of the
    median error of their rows.
    """
    rows = [
        row
        for reading in readings()
        if not reading.is_aside and (row := _row(catalog, reading)) is not None
    ]
    wide = [row for row in rows if row.reading.precision == "fp16"]
    full = [row for row in wide if row.reading.batch >= SATURATED_BATCH]
    light = [row for row in wide if row.reading.batch < SATURATED_BATCH]
    narrow = [row for row in rows if row.reading.precision == INT8]
    found, counts = dict(NO_RATIO), dict.fromkeys(NO_RATIO, 0)
    for own, tried in (
        (full, COMPUTING),
        (light, WAITING),
        (full, COMPUTING),
        (light, WAITING),
        (narrow, NARROW),
    ):
        found |= _nearest(own, found, tried)
        counts |= dict.fromkeys(tried, len(own))
    return [
        Constant(
            *read_key(name, INT8 if name in NARROW else ANY), value, "ratio", counts[name], SOURCE
        )
        for name, value in found.items()
    ]


def _nearest(
    rows: Sequence[_Row], others: Mapping[str, float], tried: Mapping[str, Sequence[float]]
) -> dict[str, float]:
    """The values tried that come nearest to rows, beside the other constants."""
    points = (dict(zip(tried, values, strict=True)) for values in product(*tried.values()))
    return min(points, key=lambda point: _loss(rows, {**others, **point}))


def _loss(rows: Sequence[_Row], constants: Mapping[str, float]) -> float:
    errors = []
    for row in rows:
        ratio = _documents_per_second(row, constants) / row.reading.documents_per_second
        errors.append(((row.reading.source, row.reading.device), abs(log(ratio))))
    return mean(medians(errors))


def _documents_per_second(row: _Row, constants: Mapping[str, float]) -> float:
    """The throughput with some constants; those of the release are taken off the rates."""
    layout, known = row.layout, row.known
    rates = layout.rates
    arithmetic = 1.0
    if row.reading.precision == INT8:
        arithmetic = constants["arithmetic_ratio"] / known.arithmetic_ratio
    rates = replace(
        rates,
        read_mfu_ratio=read_mfu_ratio(
            tdp_watts=row.tdp_watts,
            mfu_ratio=constants["mfu_ratio"],
            power_exponent=constants["power_exponent"],
        ),
        read_seconds_per_token=rates.read_seconds_per_token
        * known.read_arithmetic_ratio
        / arithmetic,
        overhead_seconds=rates.overhead_seconds
        * constants["overhead_ratio"]
        / known.read_overhead_ratio,
    )
    asked = layout.request
    request = request_of(
        rates, input_tokens=asked.input_tokens, output_tokens=0.0, documents=asked.documents
    )
    found = speed(rates, request, layout.group, concurrency=layout.concurrency)
    return float(found.requests_per_second)


def _row(catalog: Catalog, reading: Reading) -> _Row | None:
    """A throughput at the layout of its answer; None where the release cannot answer."""
    context, query = QuoteContext(catalog, as_of=None), reading.question
    with suppress(Refusal):
        device = catalog.devices.find(reading.device, field="deployment.device")
        if device.family not in FITTED:
            return None
        tokens = estimate(context, device, query).tokens
        if tokens is not None:
            known = inference_constants(catalog, device.family, tokens.number_format.arithmetic)
            return _Row(reading, tokens.serving.layout, device.tdp_watts, known)
    return None

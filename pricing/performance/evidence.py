"""Evidence: the published measurements of exactly the configuration that is asked for."""

from statistics import median

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Measurement

SAME_RATIO = 0.02
"""Lengths and concurrencies this close count as the same: dataset means are rounded."""

CAPACITY_REGIMES = frozenset({"offline", "static", "concurrency", "single"})
"""Regimes that measure what a system sustains at a known or at the highest load."""


class Finding(Struct, frozen=True):
    """What measured rows say: throughput of all devices, its spread, and the rows."""

    output_tokens_per_second: float
    low_tokens_per_second: float
    high_tokens_per_second: float
    rows: tuple[Measurement, ...]


def measured(
    catalog: Catalog,
    *,
    device: str,
    device_count: int,
    model: str,
    precision: str,
    tensor_parallel: int | None,
    engine: str | None,
    input_tokens: float,
    output_tokens: float,
    concurrency: float | None,
) -> Finding | None:
    """The rows of exactly this configuration, None where there are none.

    Several rows of one configuration (engines, versions, submitters) answer with their
    median. A row without a concurrency ran as many requests as fit.
    """
    rows = [
        row
        for row in catalog.measurements.get((device, model), ())
        if row.device_count == device_count
        and row.precision == precision
        and row.regime in CAPACITY_REGIMES
        and (tensor_parallel is None or row.tensor_parallel in {None, tensor_parallel})
        and (engine is None or normalised(engine) in normalised(row.engine))
        and _same(row.input_tokens, input_tokens)
        and _same(row.output_tokens, output_tokens)
        and (
            row.concurrency is None
            if concurrency is None
            else _same(row.concurrency, concurrency)
        )
    ]
    if not rows:
        return None
    rates = [row.output_tokens_per_second for row in rows]
    return Finding(
        output_tokens_per_second=median(rates),
        low_tokens_per_second=min(rates),
        high_tokens_per_second=max(rates),
        rows=tuple(rows),
    )


def _same(measured_value: float | None, asked: float) -> bool:
    return measured_value is not None and abs(measured_value - asked) <= SAME_RATIO * max(asked, 1.0)

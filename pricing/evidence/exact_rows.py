"""Measured: the rows of exactly the configuration that is asked for."""

from collections.abc import Iterable
from statistics import median

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement, Model
from pricing.catalog.variants import of_published
from pricing.evidence.questions import SUSTAINED_REGIMES, format_of, in_flight, stored_bits
from pricing.serving.engines import engine_class

SAME_RATIO = 0.02
"""Lengths and loads this close count as the same: dataset means are rounded."""


def exact(
    catalog: Catalog,
    *,
    device: str,
    device_count: int,
    model: str,
    precision: str,
    tensor_parallel: int | None,
    engine: str | None,
    weight_bits: float | None,
    kv_bits: float | None,
    input_tokens: float | None,
    output_tokens: float,
    concurrency: float | None,
    requests_per_second: float | None,
) -> tuple[Measurement, ...]:
    """The rows of exactly this configuration that compare, first tokens alone included.

    Rows with groups, stages or drafts are none: they stand near such a question, not at it. Nor are
    those of an engine that was not tuned, where no engine is named.

    weight_bits, kv_bits: of a weight and a cached value, None for one left open.

    A row without a load ran as much as fits; a question without an input fits rows that do
    not print theirs. An arrival rate fits rows that ran under it. Rows of an overlay go before
    those of its base.
    """
    rows = configured(catalog, device, device_count, model, precision, weight_bits, kv_bits)
    if not rows:
        return ()
    known = engine_class(engine)
    found = [
        row
        for row in rows
        if same(row.input_tokens, input_tokens)
        and same(row.output_tokens, output_tokens)
        and (
            same(in_flight(row), concurrency)
            if requests_per_second is None
            else same(row.requests_per_second, requests_per_second)
        )
        and (tensor_parallel is None or row.tensor_parallel in {None, tensor_parallel})
        and (row.is_tuned is not False if known is None else engine_class(row.engine) == known)
    ]
    own = [row for row in found if row.id in catalog.own_measurements]
    return tuple(own or found)


@of_published(maxsize=8192)
def configured(
    catalog: Catalog,
    device: str,
    device_count: int | None,
    model: str,
    precision: str,
    weight_bits: float | None,
    kv_bits: float | None,
) -> tuple[Measurement, ...]:
    """The rows of a deployment, of any count where none is given, that ran at a comparable load."""
    return tuple(
        row
        for row in catalog.measurements.get((device, model), ())
        if is_plain(row, catalog.models[model])
        and device_count in {None, row.device_count}
        and format_of(catalog, row).name == precision
        and row.regime in SUSTAINED_REGIMES
        and weight_bits in {None, stored_bits(catalog, row)}
        and kv_bits in {None, format_of(catalog, row).kv_bits}
    )


def is_plain(row: Measurement, model: Model) -> bool:
    """Whether every replica of a row shares out all layers alike, and decodes token by token.

    Groups of a model without routed experts are replicas.
    """
    groups = row.data_parallel if model.routed_expert_parameters else None
    shares_alike = {groups, row.expert_parallel, row.pipeline_parallel} <= {None, 1}
    return shares_alike and row.speculation is None


def typical(rows: Iterable[Measurement]) -> tuple[float, float, float]:
    """Lowest, median and highest throughput of rows [output tokens per second]."""
    rates = [row.output_tokens_per_second for row in rows]
    return min(rates), median(rates), max(rates)


def same(measured: float | None, asked: float | None) -> bool:
    """Whether a length or a load is the one asked for, or both are left open."""
    if measured is None or asked is None:
        return measured is asked
    return abs(measured - asked) <= SAME_RATIO * max(asked, 1.0)

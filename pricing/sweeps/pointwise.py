"""Performances one by one, by the functions of the point quote, as rows of columns."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.sweeps.refusals import Refused, query_of, refused
from pricing.unit_costs.estimate import Estimate, estimate


def performance_row(values: Mapping[str, Any], library: Library) -> dict[str, Any] | Refused:
    """The performance of a question by dotted names, or its refusal."""
    query = query_of(values)
    if isinstance(query, Refused):
        return query
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=None)
        device = context.catalog.devices.find(query.deployment.device, field="deployment.device")
        return _row(estimate(context, device, query))
    except Refusal as error:
        return refused(error)


def _row(found: Estimate) -> dict[str, Any]:
    row = {**asdict(found.performance), **asdict(found.output), "device_count": found.device_count}
    if found.memory is not None:
        row |= asdict(found.memory)
    if found.tokens is not None:
        serving = found.tokens.serving
        row["is_ttft_measured"] = serving.is_ttft_measured
        row["is_tpot_measured"] = serving.is_tpot_measured
    return row

"""Performances one by one, by the functions of the point quote, as rows of columns."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.evidence.device_power import spent
from pricing.quote.context import Ledger
from pricing.sweeps.refusals import Refused, query_of, refused
from pricing.unit_costs.estimate import Estimate, Tokens, estimate
from pricing.unit_costs.power import at_work
from pricing.unit_costs.quote import BOUNDS, bound_of, memory_held


def performance_row(values: Mapping[str, Any], library: Library) -> dict[str, Any] | Refused:
    """The performance of a question by dotted names, or its refusal."""
    query = query_of(values)
    if isinstance(query, Refused):
        return query
    try:
        ledger = Ledger.open(library, catalog=query.catalog, as_of=None)
        device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
        found = estimate(ledger, device, query)
    except Refusal as error:
        return refused(error)
    return _row(found) | {"busy_watts": at_work(ledger, device, found)[0]}


def _row(found: Estimate) -> dict[str, Any]:
    throughput = found.throughput
    row: dict[str, Any] = {
        "device_count": found.device_count,
        "requests_per_second": throughput.requests_per_second,
        "output_tokens_per_second": throughput.output_tokens_per_second,
        "low_ratio": throughput.low_ratio,
        "high_ratio": throughput.high_ratio,
        "used_fraction": found.used_fraction,
        "basis": throughput.basis,
    }
    return row if found.tokens is None else row | _token_columns(found.tokens)


def _token_columns(tokens: Tokens) -> dict[str, Any]:
    serving, demand = tokens.serving, tokens.demand
    layout = serving.layout
    return {
        "busy_fraction": serving.busy_fraction,
        "bound": BOUNDS[bound_of(spent(layout))],
        "regime": "throughput_bound" if layout.saturated else "latency_bound",
        "ttft_seconds": serving.ttft_seconds,
        "tpot_seconds": serving.tpot_seconds,
        "ttft_p99_seconds": serving.ttft_p99_seconds,
        "tpot_p99_seconds": serving.tpot_p99_seconds,
        "is_ttft_measured": serving.is_ttft_measured,
        "is_tpot_measured": serving.is_tpot_measured,
        "concurrency": serving.concurrency,
        "tensor_parallel": layout.tensor_parallel,
        "replica_count": layout.replica_count,
        **asdict(memory_held(tokens)),
        "share_fraction": layout.prefill_share_fraction,
        "input_tokens": demand.input_tokens,
        "output_tokens": demand.output_tokens,
    }

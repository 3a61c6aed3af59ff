"""Estimates: what a deployment does for a query, and how much of it the query uses."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import InvalidQuery
from pricing.evidence.device_power import spent
from pricing.quote.context import Collected, Ledger
from pricing.serving.layout import Demand
from pricing.serving.precision import Format
from pricing.serving.replica import Pass
from pricing.unit_costs.device_count import (
    overloaded,
    sustained,
    sustaining,
    warn_of_crowding,
)
from pricing.unit_costs.latency import Serving, serving, serving_at_rate
from pricing.unit_costs.plan import Plan
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Throughput, measured_rows
from pricing.unit_costs.warnings import caution
from pricing.unit_costs.workload import Question, check_load, question_of, workload_of

SAME_RATIO = 0.01
"""A use that is given beside a rate must be its own to this."""


class Draw(Struct, frozen=True, gc=False):
    """Power of one device at work, and the ids of the measured rows behind it.

    time: what the time of a request goes to.
    """

    busy_watts: float
    rows: tuple[str, ...]
    time: Pass


class Tokens(Struct, frozen=True, gc=False):
    """The token side of an estimate."""

    model: Model
    number_format: Format
    demand: Demand
    serving: Serving
    draw: Draw


class Estimate(Struct, frozen=True, gc=False):
    """What a deployment does; `tokens` is None for work that is not tokens.

    used_fraction: the share of the throughput that is served, where an arrival rate says it.
    """

    device_count: int
    throughput: Throughput
    used_fraction: float | None = None
    tokens: Tokens | None = None


class Recorded(Struct, frozen=True, gc=False):
    """An estimate, and what its ledger collected on the way."""

    found: Estimate
    collected: Collected


def estimate(ledger: Ledger, device: Device, query: UnitCostQuery) -> Estimate:
    """What the deployment of a query sustains and what its requests see.

    Raises a Refusal where it cannot: it does not fit, misses the SLO, lacks the format.
    """
    check_load(query.load)
    if query.model is None:
        found = _anything(query)
    else:
        recorded = _recorded(ledger.catalog, question_of(device, query))
        ledger.adopt(recorded.collected)
        found = recorded.found
    used, asked = found.used_fraction, query.utilization_fraction
    if used is not None and asked is not None and abs(asked - used) > SAME_RATIO * used:
        raise InvalidQuery(
            f"load.requests_per_second uses {used:.4g} of what the deployment sustains, not the"
            f" utilization_fraction {asked:g}: leave one of them out",
            field="utilization_fraction",
            nearest=[f"{used:.4g}"],
        )
    return found


def _anything(query: UnitCostQuery) -> Estimate:
    """Requests of any kind, from the caller's own measurement alone."""
    rate = query.measured.requests_per_second
    if rate is None:
        raise InvalidQuery(
            "without a model, measured.requests_per_second must say what the deployment does",
            field="model",
        )
    if query.measured.output_tokens_per_second is not None:
        raise InvalidQuery(
            "measured.output_tokens_per_second needs a model and its load", field="model"
        )
    given = Throughput(rate, None, 1.0, 1.0, "given")
    arriving = query.load.requests_per_second
    if arriving is not None and arriving >= rate:
        raise overloaded(arriving, given)
    return Estimate(
        device_count=query.deployment.device_count or 1,
        throughput=given,
        used_fraction=arriving and arriving / rate,
    )


@lru_cache(maxsize=8192)
def _recorded(catalog: Catalog, question: Question) -> Recorded:
    """The estimate of tokens, kept: most questions differ in price, place or day alone."""
    ledger = Ledger(catalog, as_of=None)
    found = _tokens(ledger, question)
    return Recorded(found, ledger.collected)


def _tokens(ledger: Ledger, question: Question) -> Estimate:
    """Tokens of a model: the layout, its throughput, and what requests see."""
    workload = workload_of(ledger, question)
    rate = question.load.requests_per_second
    if rate is None:
        full = sustained(ledger, workload, question)
        served = serving(full.found, full.throughput.requests_per_second, full.rows)
        warn_of_crowding(ledger, workload, full)
    else:
        full = sustaining(ledger, workload, question, rate)
        count = full.found.layout.device_count
        rows = measured_rows(workload, question, count, requests_per_second=rate)
        served = serving_at_rate(
            workload,
            full.found,
            full.throughput.requests_per_second,
            rows,
            requests_per_second=rate,
        )
        if rate >= full.throughput.requests_per_second * full.throughput.low_ratio:
            ledger.warn(
                f"{rate:g} requests per second are within the 80% interval of what the deployment"
                " sustains: it may not keep up with them"
            )
    is_given = full.throughput.basis == "given"
    caution(ledger, workload, served, sustaining=None if is_given else full.found.layout)
    return Estimate(
        device_count=full.found.layout.device_count,
        throughput=full.throughput,
        used_fraction=rate and rate / full.throughput.requests_per_second,
        tokens=Tokens(
            model=workload.model,
            number_format=workload.number_format,
            demand=workload.demand,
            serving=served,
            draw=_draw(served.plan),
        ),
    )


def _draw(plan: Plan) -> Draw:
    rows = tuple([row.id for row, _ in plan.shown("power")])
    return Draw(plan.busy_watts, rows, spent(plan.layout))

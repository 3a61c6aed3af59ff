"""Forecasts of services and runs as rows of FOCUS."""

import polars as pl
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.focus.columns import Frame, frame_of
from pricing.focus.run import run_charges
from pricing.focus.service import service_charges
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.tco.deployments.single_deployment import alone
from pricing.tco.query import TcoQuery
from pricing.tco.quote import answer_of


def service_forecast(query: TcoQuery, library: Library) -> pl.DataFrame:
    """The charges of a service over time, without alternatives. Raises a Refusal."""
    query = replace(
        query, alternative=None, alternatives=(), uncertainty=None, confidence=None, drivers=False
    )
    catalog = library.get(query.catalog)
    answer = answer_of(query, catalog, is_drawn=False)
    horizon, baseline = alone(query, catalog)
    charges = service_charges(horizon, baseline)
    shared = Frame(answer.provenance.query_digest, answer.warnings, query.labels or {})
    if answer.converted is not None:
        pairs = zip(horizon.market.spans, answer.converted.months, strict=True)
        rates = {span.first_day: month.usd_per_currency_unit for span, month in pairs}
        shared = replace(shared, currency=answer.converted.currency, rates=rates)
    return frame_of(charges, shared)


def run_forecast(query: RunCostQuery, library: Library) -> pl.DataFrame:
    """The charges of a training run under its cheapest option. Raises a Refusal."""
    answer = run_costs(replace(query, confidence=None, drivers=False), library)
    start = (query.schedule and query.schedule.start) or answer.provenance.as_of
    charges = run_charges(answer, start)
    shared = Frame(answer.provenance.query_digest, answer.warnings, query.labels or {})
    if answer.converted is not None:
        shared = replace(
            shared, currency=answer.converted.currency, rate=answer.converted.usd_per_currency_unit
        )
    return frame_of(charges, shared)

"""Sets what was billed and served beside a plan."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext, digest_of
from pricing.units import TOKENS_PER_MILLION_TOKENS, UNITS_PER_USD
from pricing.variances.answer import (
    ForecastMonth,
    UnitPrices,
    VarianceAnswer,
    VarianceLine,
    VarianceMonth,
)
from pricing.variances.bill import Bill, bills_of, rows_of
from pricing.variances.doubts import doubts_of, other_devices
from pricing.variances.effects import NAMES, Costs, Line, effects_of, told
from pricing.variances.plan import Plan, plan_of
from pricing.variances.query import VarianceQuery


def variances(query: VarianceQuery, library: Library) -> VarianceAnswer:
    """Variances, unit prices and the forecast. Raises a Refusal."""
    catalog = library.get(query.catalog)
    notes: list[str] = []
    rows = rows_of(query, catalog, notes.append)
    plan = plan_of(query.plan, library) if query.plan is not None else None
    bills = bills_of(rows, catalog, plan)
    whole = Bill.together(list(bills.values()))
    context = QuoteContext(catalog, query.as_of)
    provenance = context.provenance(query) if plan is None else plan.answer.provenance
    digest = digest_of((provenance.query_digest, list(rows.values())))
    bare = VarianceAnswer(
        actual_usd=whole.units / UNITS_PER_USD,
        unit_prices=unit_prices(whole, plan),
        plan_usd=None,
        variance_usd=None,
        effects=None,
        utilization_fraction=None,
        months=(),
        rows=tuple(
            row for month, bill in sorted(bills.items()) for row in _rows(month, None, bill)
        ),
        forecast=(),
        forecast_usd_total=None,
        plan_usd_total=None,
        warnings=(*notes, *(context.warnings if plan is None else ())),
        provenance=replace(provenance, query_digest=digest),
    )
    if plan is None or query.plan is None:
        return bare
    bare = replace(bare, warnings=(*other_devices(rows.values(), catalog, plan), *bare.warnings))
    return labelled(query.plan, _beside(bare, plan, bills))


def unit_prices(bill: Bill, plan: Plan | None) -> UnitPrices:
    """What was paid for each unit that a bill served.

    With a plan, the bill is split as that of the plan: a token of input and one of output cost in
    proportion to the time of the devices that they take.
    """
    usd = bill.units / UNITS_PER_USD

    def per(count: float | None) -> float | None:
        return usd / count if count else None

    read = None if bill.input_tokens is None else bill.input_tokens / TOKENS_PER_MILLION_TOKENS
    written = None if bill.output_tokens is None else bill.output_tokens / TOKENS_PER_MILLION_TOKENS
    both = None if read is None or written is None else read + written
    input_usd = output_usd = None
    if plan is not None and plan.weights is not None and read is not None and written is not None:
        of_input, of_output = plan.weights
        weighed = read * of_input + written * of_output
        if weighed:
            input_usd, output_usd = usd * of_input / weighed, usd * of_output / weighed
    return UnitPrices(
        usd_per_million_tokens=per(both),
        usd_per_million_output_tokens_all_in=per(written),
        usd_per_million_input_tokens=input_usd,
        usd_per_million_output_tokens=output_usd,
        usd_per_request=per(bill.requests),
        usd_per_hour=bill.hours_usd / bill.hours if bill.hours else None,
    )


def _beside(bare: VarianceAnswer, plan: Plan, bills: Mapping[str, Bill]) -> VarianceAnswer:
    """The answer with the plan beside what was billed."""
    months: list[VarianceMonth] = []
    rows: list[VarianceLine] = []
    sums = [0] * len(NAMES)
    warnings: list[str] = []
    used = could = 0.0
    for month in sorted(bills):
        bill = bills[month]
        planned, actual = _measured(plan, month, bill)
        warnings += doubts_of(month, planned, actual)
        units = effects_of(planned, actual)
        sums = [one + other for one, other in zip(sums, units, strict=True)]
        served, able = _use(plan, month, bill)
        if served is not None and able:
            used, could = used + served, could + able
        months.append(
            VarianceMonth(
                month=month,
                plan_usd=planned.units / UNITS_PER_USD,
                actual_usd=actual.units / UNITS_PER_USD,
                variance_usd=(actual.units - planned.units) / UNITS_PER_USD,
                effects=told(units),
                utilization_fraction=served / able if served is not None and able else None,
                unit_prices=unit_prices(bill, plan),
            )
        )
        rows += _rows(month, planned, bill)
    planned_units = sum(round(month.plan_usd * UNITS_PER_USD) for month in months)
    actual_units = sum(bill.units for bill in bills.values())
    forecast = tuple(_forecast(plan, bills))
    return replace(
        bare,
        plan_usd=planned_units / UNITS_PER_USD,
        variance_usd=(actual_units - planned_units) / UNITS_PER_USD,
        effects=told(sums),
        utilization_fraction=used / could if could else None,
        months=tuple(months),
        rows=tuple(rows),
        forecast=forecast,
        forecast_usd_total=forecast[-1].usd_cumulative,
        plan_usd_total=plan.answer.totals.usd_total,
        warnings=(*bare.warnings, *warnings, *plan.answer.warnings),
    )


def _measured(plan: Plan, month: str, bill: Bill) -> tuple[Costs, Costs]:
    """The plan and the bill of a month, with what both say was served: tokens, else requests."""
    planned, requests = plan.months[month], plan.by_month[month].requests
    actual = Costs(bill.lines)
    if bill.tokens is not None and plan.tokens_per_request:
        return (
            replace(planned, served=requests * plan.tokens_per_request),
            replace(actual, served=bill.tokens),
        )
    return replace(planned, served=requests), replace(actual, served=bill.requests)


def _use(plan: Plan, month: str, bill: Bill) -> tuple[float | None, float]:
    """The requests that were served, and those that the billed device-hours could serve."""
    served = bill.requests
    if served is None and bill.tokens is not None and plan.tokens_per_request:
        served = bill.tokens / plan.tokens_per_request
    return served, bill.device_hours * plan.requests_per_device_hour(month)


def _rows(month: str, planned: Costs | None, bill: Bill) -> Iterator[VarianceLine]:
    """The lines of a month, those of the plan first."""
    lines = {} if planned is None else planned.lines
    for name in dict.fromkeys((*lines, *bill.lines)):
        plan, own = lines.get(name), bill.lines.get(name, Line(0))
        planned_units = None if planned is None else (plan.units if plan else 0)
        yield VarianceLine(
            month=month or None,
            line=name,
            plan_usd=None if planned_units is None else planned_units / UNITS_PER_USD,
            actual_usd=own.units / UNITS_PER_USD,
            plan_device_hours=plan.hours if plan else None,
            actual_device_hours=own.hours,
            row_count=bill.row_counts.get(name, 0),
        )


def _forecast(plan: Plan, bills: Mapping[str, Bill]) -> Iterator[ForecastMonth]:
    """The months of the plan, with what was billed in the place of those that were."""
    units = 0
    for month in plan.answer.months:
        bill = bills.get(month.month)
        own = round(month.usd_total * UNITS_PER_USD) if bill is None else bill.units
        units += own
        yield ForecastMonth(
            month=month.month,
            basis="plan" if bill is None else "actual",
            usd_total=own / UNITS_PER_USD,
            usd_cumulative=units / UNITS_PER_USD,
        )
